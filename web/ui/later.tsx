import { type ComponentType, type ReactNode, startTransition, useLayoutEffect, useState } from "react";

export const Nothing = () => null;

type Drawn<P extends object> = { Part: ComponentType<P> } | { error: unknown } | null;

/**
 * A part of which the code comes when it is first drawn; until then `bones` stand there, or nothing. `Missing` stands in
 * where it cannot be fetched; without it the page breaks. Not by Suspense, in which React draws what has come only 300 ms
 * after what stood in for it: a list that begins to load when it is drawn would be later by as much.
 */
export const later = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Missing?: ComponentType<P>,
  bones: ReactNode = null,
): ComponentType<P> => {
  let known: Drawn<P> = null;
  const fetchPart = async (): Promise<Drawn<P>> => {
    known = { Part: (await load()).default };
    return known;
  };
  function Later(props: P) {
    const [drawn, draw] = useState<Drawn<P>>(known);
    useLayoutEffect(() => {
      if (drawn) return;
      void fetchPart()
        .catch((error: unknown): Drawn<P> => (Missing ? { Part: Missing } : { error }))
        .then((part) => startTransition(() => draw(part)));
    }, [drawn]);
    if (drawn && "error" in drawn) throw drawn.error;
    return drawn ? <drawn.Part {...props} /> : bones;
  }
  return Later;
};
