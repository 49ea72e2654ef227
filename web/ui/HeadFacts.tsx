import "./head-facts.css";
import type { ReactNode } from "react";

/** What is asked of a record first, in a strip under its head: five facts, on a phone in one line. */
export function HeadFacts({ children }: { children: ReactNode }) {
  return <dl className="head-facts">{children}</dl>;
}

export function HeadFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
