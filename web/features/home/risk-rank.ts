import type { BrandRisks, RiskOf } from "../../records/at-risk.atoms.ts";
import { soldOutRupees } from "../../records/SoldOutRisk.tsx";
import type { MachineCard } from "./home-cards.ts";

interface Risks {
  machines: RiskOf;
  brands: BrandRisks;
}

/** What a machine usually sells of what it cannot sell now: all of it while it is offline, what is sold out while it is online. */
export const rupeesAtRisk = ({ record, status, stock }: MachineCard, { machines, brands }: Risks): number => {
  if (status === "Offline") return machines.get(record._id)?.amount ?? 0;
  // An unavailable one sells nothing, whatever is sold out.
  if (status !== "Online") return 0;
  return soldOutRupees(brands, record._id, stock?.soldOut ?? []);
};

/** Before any other rank: those are at least the milliseconds since 1970, negative. */
const first = -1e14;

/** The most at risk first; where nothing is, the cards keep their order. */
export const rankByRisk =
  (risks: Risks, otherwise: (card: MachineCard) => number) =>
  (card: MachineCard): number => {
    const amount = rupeesAtRisk(card, risks);
    return amount > 0 ? first - amount : otherwise(card);
  };
