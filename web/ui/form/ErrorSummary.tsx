import { useEffect, useRef } from "react";
import type { Values } from "./form-types.ts";
import { errorKeys, type FormHandle } from "./use-form.ts";

/** What is wrong, in one place that takes the focus after a refused submission; each line leads to its field. */
export function ErrorSummary<V extends Values>({ form }: { form: FormHandle<V> }) {
  const box = useRef<HTMLDivElement>(null);
  const keys = errorKeys(form);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  if (keys.length === 0) return null;
  return (
    <div ref={box} className="form-errors" role="alert" tabIndex={-1}>
      <p>{keys.length === 1 ? "One thing is not right yet" : `${keys.length} things are not right yet`}</p>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <a
              href={`#${form.id}-${key}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(`${form.id}-${key}`)?.focus();
              }}
            >
              {form.errors[key]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
