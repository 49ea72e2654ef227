import { useAtomValue } from "../state/jotai.ts";
import { momentText } from "../ui/times.ts";
import { type BrandRisks, brandRisksAtom } from "./at-risk.atoms.ts";
import { wholeRupees } from "./NotSold.tsx";

interface SoldOutRiskProps {
  machine: string;
  /** Those that are sold out there: what they do not sell may be a minute old, and this is not. */
  brands: readonly string[];
  /** The sum alone, where a cell has no room. */
  isShort?: boolean;
  before?: string;
  after?: string;
}

/** In rupees: what these brands of a machine usually sell since they sold out. */
export const soldOutRupees = (risks: BrandRisks, machine: string, brands: readonly string[]): number =>
  brands.reduce((sum, brand) => sum + (risks.get(machine)?.get(brand)?.amount ?? 0), 0);

/** What sold-out brands usually sell meanwhile; nothing where that is not known. */
export default function SoldOutRisk({ machine, brands, isShort = false, before = "", after = "" }: SoldOutRiskProps) {
  const risks = useAtomValue(brandRisksAtom);
  const amount = soldOutRupees(risks, machine, brands);
  if (amount === 0) return null;
  const one = brands.length === 1 ? risks.get(machine)?.get(brands[0] ?? "") : undefined;
  const since = one ? `, sold out since ${momentText(Date.parse(one.since))}` : "";
  return (
    <span title={`Usual sales since it sold out, from the last four weeks${since}`}>
      {before}
      {wholeRupees(amount)}
      {isShort ? <span className="unseen"> not sold</span> : " not sold"}
      {after}
    </span>
  );
}
