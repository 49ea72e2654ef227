import "./head-facts.css";
import type { ReactNode } from "react";
import { Glow } from "./Glow.tsx";

/** A record's most important facts, in a strip under its head: five facts, on a phone in one line. */
export function HeadFacts({ children }: { children: ReactNode }) {
  return <dl className="head-facts">{children}</dl>;
}

interface HeadFactProps {
  name: string;
  /** What it says: its change glows. Left out of what a clock alone changes. */
  of?: number | undefined;
  children: ReactNode;
}

export function HeadFact({ name, of, children }: HeadFactProps) {
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd className="figures">{of === undefined ? children : <Glow of={of}>{children}</Glow>}</dd>
    </div>
  );
}
