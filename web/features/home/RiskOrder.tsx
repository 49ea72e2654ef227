import { useEffect, useMemo } from "react";
import { brandRisksAtom, riskOfAtom } from "../../records/at-risk.atoms.ts";
import { isByRisk, MostAtRisk } from "../../records/MostAtRisk.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { useListState } from "../../ui/list-state.ts";
import { useIsPhone } from "../../ui/use-media.ts";
import type { Rank } from "./alarm-rank.ts";
import type { MachineCard } from "./home-cards.ts";
import { rankByRisk, rupeesAtRisk } from "./risk-rank.ts";

interface RiskOrderProps {
  cards: readonly MachineCard[];
  /** Their own order. */
  otherwise: Rank;
  /** Another order of the cards; null is their own. */
  onRank: (rank: Rank | null) => void;
}

/** Orders the cards by what their machines do not sell, where that is known of any. */
export default function RiskOrder({ cards, otherwise, onRank }: RiskOrderProps) {
  const list = useListState({});
  const isPhone = useIsPhone();
  const risks = { machines: useAtomValue(riskOfAtom), brands: useAtomValue(brandRisksAtom) };
  const { machines, brands } = risks;
  const isOn = isByRisk(list.sort);
  const rank = useMemo(
    () => (isOn ? rankByRisk({ machines, brands }, otherwise) : null),
    [isOn, machines, brands, otherwise],
  );
  useEffect(() => {
    onRank(rank);
    return () => onRank(null);
  }, [onRank, rank]);
  const isKnown = cards.some((card) => rupeesAtRisk(card, risks) > 0);
  return isKnown && <MostAtRisk list={list} otherwise="Outages first" isSmall={!isPhone} />;
}
