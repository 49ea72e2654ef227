import { useAtomValue } from "../state/jotai.ts";
import { momentText } from "../ui/times.ts";
import { riskOfAtom } from "./at-risk.atoms.ts";

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });

/** "₹240": a mean of a few weeks is not true to the paisa. */
export const wholeRupees = (amount: number): string => rupees.format(amount);
/** "about ₹240". */
export const aboutText = (amount: number): string => `about ${wholeRupees(amount)}`;

/** "since 14:05 about ₹240 not sold", with the day where it was not today. */
export const notSoldWords = ({ since, amount }: { since: string; amount: number }): string =>
  `since ${momentText(Date.parse(since))} ${aboutText(amount)} not sold`;

interface NotSoldProps {
  /** It is offline: what it does not sell may be a minute old, and its status is not. */
  machine: string;
  /** Since when stands beside it already. */
  isShort?: boolean;
  /** Stands before and after it, where there is something. */
  before?: string;
  after?: string;
}

/** What an offline machine usually sells meanwhile; nothing where that is not known. */
export default function NotSold({ machine, isShort = false, before = "", after = "" }: NotSoldProps) {
  const risk = useAtomValue(riskOfAtom).get(machine);
  if (!risk) return null;
  return (
    <span title="Usual sales in these hours of the week, from the last four weeks">
      {before}
      {isShort ? `${wholeRupees(risk.amount)} not sold` : notSoldWords(risk)}
      {after}
    </span>
  );
}
