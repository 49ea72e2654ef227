import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";

/** Stands in a button of a case: the letter that presses it. */
export const Key = ({ of }: { of: string }) => (
  <kbd className="case-key" data-key={of.toLowerCase()}>
    {of}
  </kbd>
);

interface CaseHeadProps {
  /** What the case is about: a link to its record. */
  title: ReactNode;
  /** One line: who, where, since when. */
  line: ReactNode;
  chips?: ReactNode;
  /** What can be done about it, the first one as `primary`, each with its `Key`. */
  children?: ReactNode;
  onNext: () => void;
}

/** The head of a case: what it is, and its buttons, which end with Next. */
export function CaseHead({ title, line, chips, children, onNext }: CaseHeadProps) {
  return (
    <header className="case-head">
      <h2>
        {title}
        {chips}
      </h2>
      <p className="muted">{line}</p>
      <div className="actions">
        {children}
        <span className="case-next">
          <Button icon="pi-arrow-down" onClick={onNext}>
            Next <Key of="N" />
          </Button>
        </span>
      </div>
    </header>
  );
}
