import type { OrderDocument } from "#shared/orders/order.document.server.ts";

const minute = 60_000;

/** What a bookkeeper of Asia/Kolkata would add up for each day, without the rules under test. */
export const byHand = (orders: OrderDocument[]): Record<string, object> => {
  const days: Record<string, Record<string, number>> = {};
  for (const { time, status, lines, discount, gst, penalty, securityDeposit, netAmount } of orders) {
    if (status !== "payment successful") continue;
    const day = new Date(+time + 330 * minute).toISOString().slice(0, 10);
    const to = days[day] ?? { sales: 0, refundableDeposit: 0, securityDeposit: 0, penalties: 0, gst: 0, netAmount: 0 };
    days[day] = to;
    const of = (type: string) =>
      lines.filter(({ productType }) => productType === type).reduce((all, { totalPrice }) => all + totalPrice, 0);
    const add = { sales: of("product") - discount.totalDiscount, refundableDeposit: of("deposit"), securityDeposit };
    for (const [name, paise] of Object.entries({ ...add, penalties: penalty.totalPrice, gst, netAmount }))
      to[name] = (to[name] ?? 0) + paise;
  }
  return days;
};
