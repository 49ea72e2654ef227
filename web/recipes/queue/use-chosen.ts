import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useMedia } from "../../ui/use-media.ts";

/** What the address calls the case that is worked on. */
const inAddress = "case";

/**
 * The case that the address names, or what came to stand in its place once it was settled. It stays until the operator
 * goes on: what comes to stand before it does not take its place, nor does the next one where it leaves the list while
 * somebody types in it (`isTouched`). Where the queue and its case do not stand side by side the address without a case
 * is the list, and Back leads from a case to it.
 */
export function useChosen<Case>(cases: readonly Case[], idOf: (one: Case) => string, isTouched: () => boolean) {
  const isNarrow = useMedia("(max-width: 899.98px)");
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const place = useRef(0);
  const seen = useRef<string | null>(null);
  /** The case that was drawn last, as it was in the list. */
  const drawn = useRef<Case>(undefined);
  const held = useRef<Case>(undefined);
  /** Where Next was pressed on the last case of all: once the address is left, so is the case. */
  const leftFrom = useRef<string>(undefined);
  if (leftFrom.current !== undefined && leftFrom.current !== key)
    held.current = drawn.current = leftFrom.current = undefined;

  const wanted = params.get(inAddress);
  const placeOf = (id: string | null): number => cases.findIndex((one) => idOf(one) === id);
  const named = placeOf(wanted);
  // What was worked on here has left by that; what a link names and was never here did so before.
  const gone = named < 0 && wanted !== seen.current ? wanted : null;
  const isList = isNarrow && wanted === null;
  const last = named < 0 && gone === null && !isList ? drawn.current : undefined;
  const found = last === undefined ? named : placeOf(idOf(last));
  if (found >= 0) held.current = undefined;
  const hasLeft = last !== undefined && found < 0;
  if (hasLeft && held.current !== last && isTouched()) held.current = last;
  const isHeld = hasLeft && held.current === last;
  const at = found >= 0 ? found : Math.min(place.current, cases.length - 1);
  const present = isList ? undefined : isHeld ? last : cases[at];
  useEffect(() => {
    if (named >= 0) seen.current = wanted;
  }, [named, wanted]);
  useEffect(() => {
    place.current = Math.max(0, at);
    drawn.current = gone === null ? present : undefined;
  }, [at, gone, present]);

  const addressOf = (id: string | null): string => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete(inAddress);
    else next.set(inAddress, id);
    return `?${next.toString()}`;
  };
  const choose = (one: Case | undefined) => {
    if (!one) return;
    const how = isList ? { state: { isFromList: true } } : { replace: true, state };
    void navigate(addressOf(idOf(one)), { ...how, preventScrollReset: !isNarrow });
  };
  // Else the case of the address would take the place of this one once it waits again.
  const hasReplaced = wanted !== null && named < 0 && gone === null && !isList && !isHeld && present !== undefined;
  const toName = hasReplaced ? addressOf(idOf(present)) : null;
  useEffect(() => {
    if (toName !== null) void navigate(toName, { replace: true, state, preventScrollReset: true });
  }, [toName, state, navigate]);
  const next = () => {
    if (cases.length > 0) return choose(cases[isHeld ? at : (at + 1) % cases.length]);
    // Where the address names a case, leaving it asks about what is typed.
    if (!isHeld || (wanted === null && isTouched())) return;
    leftFrom.current = key;
    void navigate(addressOf(null), { replace: true, state });
  };
  return {
    isNarrow,
    present,
    /** It waits no more, and stays for what is typed in it. */
    isHeld,
    /** The case of the address, where it waited no more when the address was opened; null is none. */
    gone,
    choose,
    /** Where no case is left behind the one that is held: to what stands where none waits. */
    next,
    /** From the case to the list. */
    back: () => {
      const isFromList = (state as { isFromList?: true } | null)?.isFromList === true;
      void (isFromList ? navigate(-1) : navigate(addressOf(null), { replace: true }));
    },
  };
}
