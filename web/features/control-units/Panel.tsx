import { type ReactNode, useId } from "react";

interface PanelProps {
  title: string;
  /** Where a link of the page leads. */
  part?: string;
  /** On a phone only what is worked with stands open. */
  folded?: boolean | undefined;
  children: ReactNode;
}

/** One step of the test: its name, what it needs, its buttons. */
export function Panel({ title, part, folded = false, children }: PanelProps) {
  const id = useId();
  return (
    <details id={part} className="panel" open={!folded} aria-labelledby={id}>
      <summary>
        <h2 id={id}>{title}</h2>
        <span className="panel-arrow pi pi-chevron-down" aria-hidden="true" />
      </summary>
      <div className="panel-body">{children}</div>
    </details>
  );
}

/** What keeps the panel's action from being done (specification: Checks of the test panel). */
export function PanelError({ error }: { error: string | null }) {
  if (!error) return null;
  return (
    <p className="field-error" role="alert">
      <span className="pi pi-exclamation-circle" aria-hidden="true" />
      {error}
    </p>
  );
}
