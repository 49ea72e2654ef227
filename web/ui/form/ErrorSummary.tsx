import { useEffect, useRef } from "react";
import type { Values } from "./form-types.ts";
import { errorKeys, type FormHandle } from "./use-form.ts";

interface ErrorSummaryProps<V extends Values> {
  form: FormHandle<V>;
  /** Several fields have the same complaints: each line names its field. */
  named?: boolean;
}

/** What is wrong, in one place that takes the focus after a refused submission; each line leads to its field. */
export function ErrorSummary<V extends Values>({ form, named }: ErrorSummaryProps<V>) {
  const box = useRef<HTMLDivElement>(null);
  const keys = errorKeys(form);
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  if (keys.length === 0) return null;
  return (
    <div ref={box} className="form-errors" role="alert" tabIndex={-1}>
      {!named && <p>{keys.length === 1 ? "One thing is not right yet" : `${keys.length} things are not right yet`}</p>}
      <ul>
        {keys.map((key) => {
          const label = form.labels[key];
          const error = form.errors[key] ?? "";
          const isApart = named && !error.startsWith(label);
          return (
            <li key={key}>
              <a
                href={`#${form.id}-${key}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(`${form.id}-${key}`)?.focus();
                }}
              >
                {isApart ? label : error}
              </a>
              {isApart && `: ${error}`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
