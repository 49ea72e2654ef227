import { randomUUID } from "node:crypto";
import { addStock } from "#shared/containers/container.api.ts";
import { placeOrder } from "#shared/intake/intake.api.ts";
import { readIntakeCans } from "#shared/intake/intake-reads.api.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { takeCan } from "#shared/transactions/take.api.ts";
import { openTransaction, readTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { createCaller } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { Network } from "../network.ts";
import { type Operation, type Outcome, untilAnswered } from "./recorder.ts";

/** A customer's cans of one brand at one machine. */
export interface Account {
  name: string;
  user: string;
  phone: string;
  machine: string;
  product: string;
}
interface Can {
  id: string;
  account: Account;
  /** The container that it was last to leave, by its label. */
  door: string;
}

const paidWithinMs = 90_000;
const doorOf = (account: Account, label: string) => `door/${account.machine}/${label}`;

/** Customers and operators whose every call is written down with what came of it. */
export const createPlayers = (network: Network, accounts: Account[], random: Random) => {
  const { gateways, url, mongo, operator, checkout } = network;
  const history: Operation[] = [];
  const cans: Can[] = [];
  /** The can that a session was to open, to know whose door a unit opened. */
  const canOf = new Map<string, Can>();
  const unsettled: (() => Promise<unknown>)[] = [];
  /** The customers' app, at one of the gateways. */
  const app = (nth: number) => createCaller(gateways[nth % gateways.length]?.url ?? url, null);
  const withKey = (key: string) => ({ "x-api-key": network.key, "idempotency-key": key });

  const record = (outcome: Pick<Outcome<unknown>, "is" | "call" | "return">, of: string, more: object) => {
    const { call, is } = outcome;
    const over = is === "unanswered" ? {} : { return: outcome.return };
    history.push({ of, call, ...over, ...more } as Operation);
  };

  /**
   * A refusal that follows an unanswered try says little: that try may still be carried out. It is asked again once all
   * is quiet, and counts as one call until then.
   */
  const settled = async <T>(make: (nth: number) => Promise<T>, then: (outcome: Outcome<T>) => void) => {
    const first = random.whole(0, 1);
    const outcome = await untilAnswered((nth) => make(first + nth));
    if (outcome.is === "done" || !outcome.wasUnanswered) return then(outcome);
    unsettled.push(async () => then({ ...(await untilAnswered(make)), call: outcome.call }));
  };

  const take = async (account: Account): Promise<void> => {
    const key = randomUUID();
    const { phone, machine, product } = account;
    const call = (nth: number) =>
      app(nth).call(takeCan, { body: { phone, vendingMachine: machine, product } }, withKey(key));
    await settled(call, (outcome) => {
      if (outcome.is === "refused" && outcome.message.includes("no can"))
        record(outcome, account.name, { do: "refused" });
      // With an answer still missing it may have been taken: no door of it is known then.
      if (outcome.is === "unanswered") record(outcome, account.name, { do: "take" });
      if (outcome.is !== "done") return;
      const { transaction, sessionId } = outcome.reply;
      const can = { id: transaction._id, account, door: doorOf(account, transaction.containerId) };
      cans.push(can);
      canOf.set(sessionId, can);
      record(outcome, account.name, { do: "take" });
      record(outcome, `can/${can.id}`, { do: "take" });
      record(outcome, can.door, { do: "claim", by: can.id });
    });
  };

  const refund = async (can: Can): Promise<void> => {
    const key = { "idempotency-key": randomUUID() };
    const call = (nth: number) => operator(nth).call(refundCan, { params: { id: can.id } }, key);
    await settled(call, (outcome) => {
      if (outcome.is === "refused") return;
      record(outcome, can.account.name, { do: "credit", count: 1 });
      record(outcome, `can/${can.id}`, { do: "refund" });
      // Somebody may have had it moved to another container a moment before.
      const door = outcome.is === "done" ? doorOf(can.account, outcome.reply.canTransaction.containerId) : can.door;
      record(outcome, door, { do: "leave", by: can.id });
    });
  };

  const reopen = async (can: Can): Promise<void> => {
    const key = { "idempotency-key": randomUUID() };
    const call = (nth: number) => operator(nth).call(openTransaction, { params: { id: can.id }, body: {} }, key);
    await settled(call, (outcome) => {
      if (outcome.is !== "done") return;
      const { sessionId, canTransaction } = outcome.reply;
      const door = doorOf(can.account, canTransaction.containerId);
      record(outcome, `can/${can.id}`, { do: "reopen" });
      if (door !== can.door) {
        record(outcome, can.door, { do: "leave", by: can.id });
        record(outcome, door, { do: "claim", by: can.id });
      }
      canOf.set(sessionId, { ...can, door });
      can.door = door;
    });
  };

  const order = async (account: Account, quantity: number): Promise<void> => {
    const key = randomUUID();
    const { phone, machine, product } = account;
    const lines = [{ product, type: "unit" as const, quantity }];
    const body = { phone, name: "Asha Rao", email: "", vendingMachine: machine, lines, couponDiscount: 0 };
    const place = (nth: number) => app(nth).call(placeOrder, { body }, withKey(key));
    const placed = await untilAnswered(place);
    if (placed.is !== "done" || !placed.reply.payment) return;
    const call = Date.now();
    await checkout.pay(placed.reply.payment.providerOrderId, "succeed");
    for (let nth = 0; Date.now() < call + paidWithinMs; nth += 1) {
      const again = await untilAnswered((tries) => place(nth + tries));
      const isDone = again.is === "done" && isPaid(again.reply.order.orderStatus);
      if (isDone) return record({ ...again, call }, account.name, { do: "credit", count: quantity });
      await pause(200);
    }
    record({ is: "unanswered", call, return: 0 }, account.name, { do: "credit", count: quantity });
  };

  const read = async (account: Account): Promise<void> => {
    const first = random.whole(0, 1);
    const headers = { "x-api-key": network.key };
    const call = (nth: number) => app(first + nth).call(readIntakeCans, { params: { id: account.user } }, headers);
    const outcome = await untilAnswered(call);
    if (outcome.is !== "done") return;
    const { vendingMachines } = outcome.reply.cans.current;
    for (const { name, machine, product } of accounts.filter(({ user }) => user === account.user)) {
      const brands = vendingMachines.find(({ vendingMachine }) => vendingMachine === machine)?.brands ?? [];
      const count = brands.find((brand) => brand.product === product)?.totalCans ?? 0;
      record(outcome, name, { do: "read", count });
    }
  };

  const look = async (can: Can): Promise<void> => {
    const first = random.whole(0, 1);
    const outcome = await untilAnswered((nth) =>
      operator(first + nth).call(readTransaction, { params: { id: can.id } }),
    );
    if (outcome.is === "done") record(outcome, `can/${can.id}`, { do: outcome.reply.canTransaction.status });
  };

  /** Drivers put a can into a container that is empty. */
  const fill = async (): Promise<void> => {
    const isFree = { isEmpty: true, isWorking: true, isReserved: false };
    const found = await mongo.collections.containers
      .find(isFree)
      .toArray()
      .catch(() => []);
    const container = found.length > 0 ? random.pick(found) : null;
    if (!container) return;
    const body = { id: `${container._id}`, vendingMachine: `${container.machine}` };
    const key = { "idempotency-key": randomUUID() };
    const filled = (nth: number) => operator(nth).call(addStock, { body }, key);
    await settled(filled, (outcome) => {
      if (outcome.is !== "refused") record(outcome, `door/${container.machine}/${container.label}`, { do: "fill" });
    });
  };

  return { history, cans, canOf, unsettled, take, refund, reopen, order, read, look, fill };
};
export type Players = ReturnType<typeof createPlayers>;
