import { useEffect, useState } from "react";
import { type Load, loading } from "../../state/load.ts";

/** The machines do not wait longer for what stands above them. */
export const togetherMs = 1_000;

/** What waits stands above the cards, and would move them if it came later: they come together, if both come soon. */
export function useTogether<T>(cards: Load<T>, others: readonly Load<unknown>[]): Load<T> {
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), togetherMs);
    return () => clearTimeout(timer);
  }, []);
  const isComing = others.some(({ data, state }) => data === undefined && state === "loading");
  return isPatient && isComing && cards.state !== "failed" ? loading : cards;
}
