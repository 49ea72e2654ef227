import { useMemo } from "react";
import { bouncingText, isBouncing } from "#shared/machines/bouncing.rules.ts";
import type { Bouncing } from "#shared/machines/bouncing.schema.ts";
import { atom, useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";

/** What is said of a machine's bouncing locks; null once that is over, by this screen's own clock. */
export function useBouncing(bouncing: Bouncing | null): string | null {
  const saidAtom = useMemo(
    () => atom((get) => (bouncing && isBouncing(bouncing, get(nowAtom)) ? bouncingText(bouncing) : null)),
    [bouncing],
  );
  return useAtomValue(saidAtom);
}
