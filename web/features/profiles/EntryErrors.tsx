import { useEffect, useRef } from "react";
import { errorKeys, type FormHandle } from "../../ui/form/use-form.ts";
import type { EntryValues } from "./entry-values.ts";

/**
 * What is wrong with an entry, taking the focus after a refused submission. Bundle and unit have the same complaints,
 * so each line names its field.
 */
export function EntryErrors({ form }: { form: FormHandle<EntryValues> }) {
  const box = useRef<HTMLDivElement>(null);
  const keys = errorKeys(form);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  if (keys.length === 0) return null;
  return (
    <div ref={box} className="form-errors" role="alert" tabIndex={-1}>
      <ul>
        {keys.map((key) => {
          const { [key]: label } = form.labels;
          const { [key]: error = "" } = form.errors;
          const named = error.startsWith(label);
          return (
            <li key={key}>
              <a
                href={`#${form.id}-${key}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(`${form.id}-${key}`)?.focus();
                }}
              >
                {named ? error : label}
              </a>
              {!named && `: ${error}`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
