import type { ReactNode } from "react";
import { useAtom, type WritableAtom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { Loadable } from "../ui/States.tsx";

interface FollowedProps<T> {
  /** The same one from one drawing to the next. */
  atom: WritableAtom<Load<T>, [{ do: "retry" }], void>;
  /** Draws the data once it is there, and again when it changes. */
  children: (data: T) => ReactNode;
  /** A skeleton in the final shape. */
  bones?: ReactNode;
}

/** One part of a page that loads and follows something of its own. */
export function Followed<T>({ atom, ...shown }: FollowedProps<T>) {
  const [load, send] = useAtom(atom);
  return <Loadable {...shown} of={load} onRetry={() => send({ do: "retry" })} />;
}
