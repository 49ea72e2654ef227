import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Card, Facts } from "../ui/Card.tsx";

interface EditCardProps {
  title: string;
  /** What stands there to be read. */
  facts: [name: string, value: ReactNode][] | ReactNode;
  /** The form that edits it, in its place; `close` shows the facts again. */
  children: (close: () => void) => ReactNode;
}

/** A part of a record: facts that are read, and behind Edit the form that changes them. */
export function EditCard({ title, facts, children }: EditCardProps) {
  const [isOpen, setOpen] = useState(false);
  const home = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  // The focus goes into the form, and back to the button once that is gone.
  useEffect(() => {
    if (isOpen) home.current?.querySelector<HTMLElement>("form :is(input, textarea):not(:disabled)")?.focus();
    else if (wasOpen.current && document.activeElement === document.body) {
      home.current?.querySelector<HTMLElement>(".card-head button")?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={home} className="edit-card">
      <Card
        title={title}
        action={
          <Button small expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Cancel" : "Edit"} <span className="unseen">{title}</span>
          </Button>
        }
      >
        {isOpen ? children(() => setOpen(false)) : Array.isArray(facts) ? <Facts of={facts} /> : facts}
      </Card>
    </div>
  );
}
