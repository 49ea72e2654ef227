import { isPaid, type OrderSource, type OrderStatus } from "./order-status.ts";

/**
 * Whether the source is the payment provider: of an order that is not paid it says paid, or that it is paid no more.
 */
const speaksForProvider = (source: OrderSource): boolean => ["verification", "webhook", "sweep"].includes(source);

/**
 * Why an order stays as it is; null where it moves. Paid is final for everybody. What the provider says moves an order
 * forward only: processing to failed or canceled, and anything to paid. Operators set what they see fit until then.
 */
export const whyNotMoved = (
  status: OrderStatus,
  { to, source }: { to: OrderStatus; source: OrderSource },
): "paid" | "same" | "backwards" | null => {
  if (isPaid(status)) return "paid";
  if (status === to) return "same";
  const isForward = isPaid(to) || status === "processing";
  return speaksForProvider(source) && !isForward ? "backwards" : null;
};
