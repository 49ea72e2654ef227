import { dayOf } from "#shared/http/zone-days.ts";
import { isPaid, type OrderFlag } from "#shared/orders/order-status.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { until } from "#shared/testing/eventually.ts";
import { compareUsers } from "../../../../workers/reconciliation/compare-users.ts";
import { sumDay } from "../../../../workers/sales/count-day.ts";
import { judgeBooks } from "../../../integration/payments/judge-books.ts";
import type { PlayedPayment } from "../../../payment-provider/books.ts";
import type { startPaymentProvider } from "../../../payment-provider/server.ts";
import { exactly, type Figure } from "../../command-line.ts";
import type { Players } from "./players.ts";

const sweptMs = 120_000;
const dayKeys = ["orders", "cans", "sales", "refundableDeposit", "securityDeposit", "penalties", "netAmount"] as const;

interface Judged {
  mongo: Mongo;
  provider: Awaited<ReturnType<typeof startPaymentProvider>>;
  players: Players;
  timeZone: string;
}

/** Waits until the sweep has had its time, then says what is lost, doubled, or not what caused it. */
export const judgeMoney = async (
  { mongo, provider, players, timeZone }: Judged,
  say: (line: string) => void,
): Promise<Figure[]> => {
  const { orders, users, penalties, sales } = mongo.collections;
  await orders.updateMany({ creditedAt: null }, { $set: { nextCheckAt: new Date() } });
  const paymentsOf = (providerOrderId: string | null) => provider.books.ofOrder(providerOrderId ?? "");

  const uncredited = async (): Promise<string[]> => {
    const open = await orders.find({ status: { $ne: "payment successful" }, netAmount: { $gt: 0 } }).toArray();
    const isCaptured = ({ providerOrderId, netAmount }: (typeof open)[number]) =>
      paymentsOf(providerOrderId).some(({ shown }) => shown.status === "captured" && shown.amount === netAmount);
    return open.filter(isCaptured).map(({ orderId, status }) => `${orderId} is ${status}, and its money was captured`);
  };
  const unflagged = async (): Promise<string[]> => {
    const wentBack = ({ shown, refund }: PlayedPayment) =>
      refund !== "failed" && (shown.status === "refunded" || (shown.amount_refunded ?? 0) > 0);
    return (await orders.find().toArray()).flatMap(({ orderId, status, netAmount, providerOrderId, ...order }) => {
      const payments = paymentsOf(providerOrderId);
      const isOther = ({ shown }: PlayedPayment) => shown.status === "captured" && shown.amount !== netAmount;
      const isDisputed = ({ shown }: PlayedPayment) =>
        [...provider.books.disputes.values()].some((one) => one.payment_id === shown.id && one.status !== "won");
      const due: [OrderFlag, boolean][] = [
        ["refunded by provider", isPaid(status) && payments.some(wentBack)],
        ["other amount", payments.some(isOther)],
        ["disputed", payments.some(isDisputed)],
      ];
      const known = [...order.flags, ...(order.settledFlags ?? [])];
      return due.flatMap(([flag, isDue]) => (isDue && !known.includes(flag) ? [`${orderId}: ${flag}`] : []));
    });
  };
  const today = dayOf(await mongo.serverTime(), timeZone);
  const wrongSales = async (): Promise<string[]> => {
    const { found } = await mongo.readAsOf((session) => sumDay(mongo, session, today, timeZone));
    const row = await sales.findOne({ day: today });
    return dayKeys.flatMap((key) =>
      row?.[key] === found.figures[key] ? [] : [`${key} of ${today}: ${row?.[key]}, and not ${found.figures[key]}`],
    );
  };
  const inTheEnd = async (what: string, wrong: () => Promise<string[]>): Promise<Figure> => {
    const isRight = async () => (await wrong()).length === 0;
    await until(what, isRight, sweptMs).catch(() => undefined);
    const found = await wrong();
    for (const one of found.slice(0, 10)) say(one);
    return exactly(what, found.length, 0);
  };
  const figures = [
    await inTheEnd("orders whose money was captured and that are not paid", uncredited),
    await inTheEnd("refunds, disputes and other amounts that no flag says", unflagged),
    await inTheEnd("sums of today's sales that are not what its orders come to", wrongSales),
  ];
  const lost: string[] = [];
  for (const { what, holds } of players.acknowledged) if (!(await holds())) lost.push(what);
  const { found } = await mongo.readAsOf(async (session) => {
    const people = await users.find({}, { session, projection: { penaltiesOwed: 1 } }).toArray();
    return compareUsers(mongo, session, people);
  });
  const wrong = await judgeBooks(mongo);
  for (const one of [...lost, ...players.contradictions, ...wrong]) say(one);
  for (const one of found.drifts.slice(0, 10)) say(JSON.stringify(one));
  const more = async (many: Promise<number>, keys: number) => Math.max(0, (await many) - keys);
  return [
    ...figures,
    exactly("answered effects that are not there", lost.length, 0),
    exactly("keys under which two things were done", players.contradictions.length, 0),
    exactly("orders beyond their keys", await more(orders.countDocuments(), players.keys.order), 0),
    exactly("penalties beyond their keys", await more(penalties.countDocuments(), players.keys.penalty), 0),
    exactly("orders and accounts that are wrong", wrong.length, 0),
    exactly("accounts and rows that do not agree with their causes", found.drifts.length, 0),
  ];
};
