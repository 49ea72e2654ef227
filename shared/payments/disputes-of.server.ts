import { rupeesOf } from "../http/money.ts";
import type { OrderDocument } from "../orders/order.document.server.ts";
import type { OrderFlag } from "../orders/order-status.ts";
import { type PaymentProvider, type ProviderDispute, ProviderError } from "./provider.server.ts";

/** Nobody claims the money any more; every other status must be looked at. */
const settled = ["won", "closed"];

const unlessMissing = (error: unknown): null => {
  if (error instanceof ProviderError && error.kind === "missing") return null;
  throw error;
};

/** A later dispute has its number: two of one payment may say the same, and nothing is written twice. */
const wordOf = ({ payment_id, status, currency, amount }: ProviderDispute, nth: number) => ({
  id: payment_id,
  reason: `dispute ${nth > 0 ? `${nth + 1} ` : ""}${status.replaceAll("_", " ")}: ${currency} ${rupeesOf(amount).toFixed(2)}`,
});

const flag: OrderFlag[] = ["disputed"];

/** What the provider says of the disputes that its notices named: as steps of the timeline, flagged if open or lost. */
export const disputesOf = async (provider: PaymentProvider, { disputes = [] }: OrderDocument) => {
  const all = await Promise.all(disputes.map((id) => provider.dispute(id).catch(unlessMissing)));
  const known = all.flatMap((one) => (one ? [one] : []));
  const isOpen = known.some(({ status }) => !settled.includes(status));
  return { payments: known.map(wordOf), flags: isOpen ? flag : [], unflag: isOpen ? [] : flag };
};
