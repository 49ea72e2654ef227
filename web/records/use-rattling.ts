import { useMemo } from "react";
import { isRattling, rattlingText } from "#shared/machines/rattling.rules.ts";
import type { Rattling } from "#shared/machines/rattling.schema.ts";
import { atom, useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";

/** What is said of a machine's rattling locks; null once that is over, by this screen's own clock. */
export function useRattling(rattling: Rattling | null): string | null {
  const saidAtom = useMemo(
    () => atom((get) => (rattling && isRattling(rattling, get(nowAtom)) ? rattlingText(rattling) : null)),
    [rattling],
  );
  return useAtomValue(saidAtom);
}
