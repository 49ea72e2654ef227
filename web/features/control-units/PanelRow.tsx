import type { ReactNode } from "react";

interface PanelRowProps {
  title: string;
  /** Its name is shown; otherwise its one button says it. */
  isNamed?: boolean;
  error?: ReactNode;
  children: ReactNode;
}

/** A step of the test that needs no fields of its own: its name and its buttons in a row. */
export function PanelRow({ title, isNamed = false, error, children }: PanelRowProps) {
  return (
    <fieldset className="panel-row" aria-label={title}>
      <h2 className={isNamed ? undefined : "unseen"}>{title}</h2>
      <div className="panel-actions">{children}</div>
      {error}
    </fieldset>
  );
}

/** A button, and beside it what is still missing for it. */
export function Action({ missing, children }: { missing: string | null; children: ReactNode }) {
  return (
    <div className="action">
      {children}
      {missing && <span className="action-missing muted">{missing}</span>}
    </div>
  );
}
