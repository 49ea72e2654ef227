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
