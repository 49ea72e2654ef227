import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useMedia } from "../../ui/use-media.ts";

/** What the address calls the case that is worked on. */
const inAddress = "case";

/**
 * The case that the address names, or what came to stand in its place once it was settled. Where the queue and its case
 * do not stand side by side the address without a case is the list, and Back leads from a case to it.
 */
export function useChosen<Case>(cases: readonly Case[], idOf: (one: Case) => string) {
  const isNarrow = useMedia("(max-width: 899.98px)");
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const place = useRef(0);
  const seen = useRef<string | null>(null);

  const wanted = params.get(inAddress);
  const found = cases.findIndex((one) => idOf(one) === wanted);
  const at = found >= 0 ? found : Math.min(place.current, cases.length - 1);
  // What was worked on here has left by that; what a link names and was never here did so before.
  const gone = found < 0 && wanted !== seen.current ? wanted : null;
  const present = isNarrow && wanted === null ? undefined : cases[at];
  useEffect(() => {
    if (found >= 0) seen.current = wanted;
  }, [found, wanted]);
  useEffect(() => {
    place.current = Math.max(0, at);
  }, [at]);

  const addressOf = (id: string | null): string => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete(inAddress);
    else next.set(inAddress, id);
    return `?${next.toString()}`;
  };
  const fromList = isNarrow && wanted === null;
  const choose = (one: Case | undefined) => {
    if (!one) return;
    const how = fromList ? { state: { isFromList: true } } : { replace: true, state };
    void navigate(addressOf(idOf(one)), { ...how, preventScrollReset: !isNarrow });
  };
  return {
    isNarrow,
    present,
    /** The case of the address, where it waited no more when the address was opened; null is none. */
    gone,
    choose,
    next: () => choose(cases[(at + 1) % cases.length]),
    /** From the case to the list. */
    back: () => {
      const isFromList = (state as { isFromList?: true } | null)?.isFromList === true;
      void (isFromList ? navigate(-1) : navigate(addressOf(null), { replace: true }));
    },
  };
}
