import { type ReactNode, useId } from "react";

interface CardProps {
  title?: string;
  /** Small actions at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
  /** The content reaches the card's edges, as a table does. */
  flush?: boolean;
}

export function Card({ title, action, children, flush }: CardProps) {
  const id = useId();
  return (
    <section className={`card${flush ? " card-flush" : ""}`} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="card-head">
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  );
}

/** Facts of a record as pairs; a null value reads "none". */
export function Facts({ of }: { of: [name: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {of.map(([name, value]) => (
        <FactPair key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactPair({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value === null || value === "" ? <span className="muted">none</span> : value}</dd>
    </>
  );
}
