import { type ReactNode, useRef } from "react";

interface GlowProps {
  /** What was shown: when it changes while somebody looks, the content glows for one second. */
  of: string | number | boolean | null | undefined;
  children: ReactNode;
}

/** How often a value has changed since it was first shown. As a key it begins an animation anew. */
export function useChanges(of: GlowProps["of"]): number {
  const seen = useRef({ value: of, changes: 0 });
  if (!Object.is(seen.current.value, of)) seen.current = { value: of, changes: seen.current.changes + 1 };
  return seen.current.changes;
}

/** Marks a live change. The first showing does not glow, nor does a row that only moved. */
export function Glow({ of, children }: GlowProps) {
  const changes = useChanges(of);
  return (
    // A new key begins the animation anew.
    <span key={changes} className={changes > 0 ? "glow" : undefined}>
      {children}
    </span>
  );
}
