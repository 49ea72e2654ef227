import { isPaid } from "../../orders/order-status.ts";
import type { OrderDocument } from "../documents/orders.ts";

interface Lane {
  last: Promise<unknown>;
  waiting: number;
  /** The order once it was paid: nothing moves it any more, so whoever still waits need not ask. */
  paid: OrderDocument | null;
}

/** By what the calls work on: several houses in one test process do not wait for each other. */
const lanesOf = new WeakMap<object, Map<string, Lane>>();

/**
 * Calls that move one order wait for each other within this process, and are answered at once when it was paid: 500
 * of them would else be 500 transactions that conflict. Processes are kept apart by the transactions themselves.
 */
export const inOrderLane = async <T extends { order: OrderDocument }>(
  house: object,
  order: string,
  work: () => Promise<T>,
  whenPaid: (order: OrderDocument) => T,
): Promise<T> => {
  const lanes = lanesOf.get(house) ?? new Map<string, Lane>();
  lanesOf.set(house, lanes);
  const lane = lanes.get(order) ?? { last: Promise.resolve(), waiting: 0, paid: null };
  lanes.set(order, lane);
  lane.waiting += 1;

  const turn = async (): Promise<T> => {
    if (lane.paid) return whenPaid(lane.paid);
    const done = await work();
    if (isPaid(done.order.status)) lane.paid = done.order;
    return done;
  };
  const mine = lane.last.then(turn);
  lane.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    lane.waiting -= 1;
    if (lane.waiting === 0) lanes.delete(order);
  }
};
