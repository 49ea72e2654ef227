import { expect, onTestFinished, test } from "vitest";
import type { Order, OrderRecord } from "#shared/orders/order.schema.ts";
import type { Paged, QueryText } from "../../live/paged.ts";
import { noteTimeZone } from "../../state/server-zone.ts";
import { isFound, publishedOnPage } from "./new-orders.ts";
import { shownOrder } from "./testing/shown-order.ts";

const pageOf = (...rows: Order[]): Paged<Order> => ({
  rows,
  pages: 1,
  total: rows.length,
  newIds: new Set(),
  isOld: false,
});
const shown = shownOrder(1);
/** As an event carries it: without names. */
const incoming = (number: number, options: Partial<OrderRecord> = {}): OrderRecord => {
  const { user, vendingMachine, ...order } = shownOrder(number);
  const { _id, vendingMachineId } = vendingMachine;
  return { ...order, user: { _id: user._id }, vendingMachine: { _id, vendingMachineId }, ...options };
};
const other = { _id: "d".repeat(24) };

test.each<[query: QueryText, options: Partial<OrderRecord>, rows: Order[], found: string]>([
  [{}, {}, [], "surely"],
  [{ latest: "true", page: 2 }, {}, [], "surely"],
  [{ orderId: "OD-2" }, {}, [], "surely"],
  [{ orderId: "OD-3" }, {}, [], "no"],
  [{ paymentId: "pay_1" }, {}, [], "no"],
  [{ status: "processing" }, {}, [], "surely"],
  [{ status: "payment failed" }, {}, [], "no"],
  [{ vendingMachine: "MTR-1" }, {}, [], "surely"],
  [{ vendingMachine: "b".repeat(24) }, {}, [], "surely"],
  [{ vendingMachine: "all" }, {}, [], "surely"],
  [{ vendingMachine: "MTR-2" }, {}, [], "no"],
  [{ phone: "7110000001" }, {}, [shown], "surely"],
  [{ phone: "7110000001" }, { user: other }, [shown], "no"],
  [{ phone: "7110000001" }, {}, [], "perhaps"],
  [{ user: "an" }, {}, [shown], "surely"],
  [{ user: "an" }, { user: other }, [shown], "perhaps"],
  [{ machine: "met" }, {}, [shown], "surely"],
  [{ machine: "met" }, { vendingMachine: { ...other, vendingMachineId: "X" } }, [shown], "perhaps"],
  [{ startDate: "2026-11-22", endDate: "2026-11-22" }, {}, [], "surely"],
  [{ startDate: "2026-11-01", endDate: "2026-11-20" }, {}, [], "no"],
  [{ startDate: "2026-11-24", endDate: "2026-11-25" }, {}, [], "no"],
])("by %j an order is found: %#", (query, options, rows, found) => {
  expect(isFound(query, rows, incoming(2, options))).toBe(found);
});

test("a list of yesterday counts no order of today, by the days of the server", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  onTestFinished(() => noteTimeZone(own));
  noteTimeZone("Asia/Kolkata");
  const foundOn = (day: string, time: string) => isFound({ startDate: day, endDate: day }, [], incoming(2, { time }));

  expect(foundOn("2026-11-22", "2026-11-22T18:29:59.999Z")).toBe("surely");
  expect(foundOn("2026-11-22", "2026-11-22T18:30:00.000Z")).toBe("no");
  expect(foundOn("2026-11-23", "2026-11-22T18:30:00.000Z")).toBe("surely");
});

test("a new order is counted once and moves nothing", () => {
  const page = pageOf(shown);
  const after = publishedOnPage({}, publishedOnPage({}, page, incoming(2)), incoming(2));

  expect(after.rows).toBe(page.rows);
  expect([...after.newIds]).toEqual([shownOrder(2)._id]);
});

test("one that is shown changes in its place and keeps its names; what is older than it changes nothing", () => {
  const page = pageOf(shownOrder(2), { ...shown, rev: 1 });
  const [, changed] = publishedOnPage({}, page, incoming(1, { orderStatus: "payment failed", rev: 2 })).rows;

  expect(changed).toEqual({ ...shown, orderStatus: "payment failed", rev: 2 });
  expect(publishedOnPage({}, page, incoming(1, { rev: 0 })).rows[1]).toBe(page.rows[1]);
});

test("an order that was made before and is not shown makes a list old only where its filter may find it now", () => {
  const paid = incoming(2, { orderStatus: "payment successful", rev: 3 });

  expect(publishedOnPage({}, pageOf(shown), paid)).toMatchObject({ isOld: false });
  expect(publishedOnPage({ status: "payment successful" }, pageOf(shown), paid)).toMatchObject({ isOld: true });
  expect(publishedOnPage({ status: "processing" }, pageOf(shown), paid)).toMatchObject({ isOld: false });
  expect(publishedOnPage({ status: "payment successful" }, pageOf(shown), paid).newIds.size).toBe(0);
});
