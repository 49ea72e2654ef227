import type { Drift } from "#shared/reconciliation/reconciliation.schema.ts";
import { dayTextOf } from "#shared/sales/day-words.ts";
import { groupedText } from "../../ui/count-text.ts";

const ofAccount: Record<string, string> = {
  current: "cans here",
  totalCans: "total cans",
  deposit: "deposit (₹)",
  securityDeposit: "security deposit (₹)",
  depositBought: "deposits bought",
  depositUsed: "deposits used",
  freeDeposit: "free deposits",
  penaltiesOwed: "penalties owed",
};
const ofCause: Record<string, string> = {
  ...ofAccount,
  credit: "cans credited",
  debit: "cans debited",
  depositUsed: "slots held",
  canRows: "rows of the can ledger",
  depositRows: "rows of deposits",
};
const ofSales: Record<string, string> = {
  orders: "orders",
  cans: "cans",
  sales: "sales (₹)",
  refundableDeposit: "refundable deposit (₹)",
  securityDeposit: "security deposit (₹)",
  penalties: "penalties (₹)",
  gst: "GST (₹)",
  netAmount: "net amount (₹)",
};

const called = ({ kind, cause }: Drift): string => {
  const what = kind === "order" ? "Order" : "Transaction";
  if (!cause?.name) return `No ${what.toLowerCase()} of this id (${cause?._id ?? ""})`;
  return `${what} ${cause.name} (${cause.status})`;
};

/** What differs, as a sentence that names what it is about, both figures and where each comes from. */
export const driftWords = (drift: Drift): string => {
  const { kind, figure, account, rows, day } = drift;
  const both = (name: string, first: string, second: string) =>
    `${name} ${groupedText(account)} by ${first}, ${groupedText(rows)} by ${second}`;
  if (kind === "sales")
    return `Sales of ${dayTextOf(day ?? "")}: ${both(ofSales[figure] ?? figure, "the day's row", "its orders")}`;
  if (kind === "order" || kind === "transaction")
    return `${called(drift)}: ${both(ofCause[figure] ?? figure, `the ${kind}`, "its rows")}`;
  return `Account: ${both(ofAccount[figure] ?? figure, "the account", "its rows")}`;
};
