import { type ReactNode, useRef } from "react";

interface GlowProps {
  /** What was shown: when it changes while somebody looks, the content glows for one second. */
  of: string | number | boolean | null | undefined;
  children: ReactNode;
}

/** Marks a live change. The first showing does not glow, nor does a row that only moved. */
export function Glow({ of, children }: GlowProps) {
  const seen = useRef({ value: of, changes: 0 });
  if (!Object.is(seen.current.value, of)) seen.current = { value: of, changes: seen.current.changes + 1 };
  const { changes } = seen.current;
  return (
    // A new key begins the animation anew.
    <span key={changes} className={changes > 0 ? "glow" : undefined}>
      {children}
    </span>
  );
}
