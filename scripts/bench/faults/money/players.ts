import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import {
  deleteAccount,
  readAccountDeletion,
  requestAccountDeletion,
} from "#shared/account-deletion/account-deletion.api.ts";
import { approve, requestApproval } from "#shared/approvals/approval.api.ts";
import type { ApprovalRequest } from "#shared/approvals/approval.schema.ts";
import { changeCans } from "#shared/cans/cans.api.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { placeOrder } from "#shared/intake/intake.api.ts";
import { changeOrder } from "#shared/orders/order.api.ts";
import { settleFlags, verifyPayment } from "#shared/payments/payment.api.ts";
import { addPenalty } from "#shared/penalties/penalty.api.ts";
import { takeCan } from "#shared/transactions/take.api.ts";
import { refundCan } from "#shared/transactions/transaction.api.ts";
import type { BehaviourName } from "../../../payment-provider/behaviours.ts";
import type { startPaymentProvider } from "../../../payment-provider/server.ts";
import type { Shelf } from "../../../simulator/customers/basket.ts";
import { createCaller } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { Installation } from "../../installation.ts";
import { untilAnswered } from "../histories/recorder.ts";

/** What was answered, and whether it is so in the end. */
export interface Acknowledged {
  what: string;
  holds: () => Promise<boolean>;
}

const ways: BehaviourName[] = [
  ...(["succeed", "succeed", "never captured", "notice lost", "notice ten times", "notices backwards"] as const),
  ...(["fail", "other amount", "late", "refunded", "partly refunded", "refund failed", "disputed"] as const),
];
const laterWithinMs = 4_000;
const phones = Array.from({ length: 16 }, (_, nth) => `${9_300_000_000 + nth}`);
type Placed = CallReply<typeof placeOrder>;

interface Parts extends Pick<Installation, "gateways" | "mongo"> {
  provider: Awaited<ReturnType<typeof startPaymentProvider>>;
  shelves: Shelf[];
  key: string;
  /** The tokens of an admin and two of the staff. */
  tokens: { admin: string; first: string; second: string };
  random: Random;
}

/** Customers and operators, whose every call is made until somebody answers it. What was answered is written down. */
export const createPlayers = ({ gateways, mongo, provider, shelves, key, tokens, random }: Parts) => {
  const { collections } = mongo;
  const acknowledged: Acknowledged[] = [];
  const counts = new Map<string, number>();
  const ordered: Placed[] = [];
  const keys = { order: 0, penalty: 0 };
  const contradictions: string[] = [];
  const later: Promise<void>[] = [];

  const caller = (nth: number, token: string | null) => createCaller(gateways[nth % gateways.length]?.url ?? "", token);
  const app = (nth: number) => caller(nth, null);
  const once = () => ({ "idempotency-key": randomUUID() });
  const withKey = (idempotencyKey: string) => ({ "x-api-key": key, "idempotency-key": idempotencyKey });

  const call = async <T>(what: string, make: (nth: number) => Promise<T>): Promise<T | null> => {
    const first = random.whole(0, 1);
    const outcome = await untilAnswered((nth) => make(first + nth), 90_000);
    const word = `${what} ${outcome.is}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    return outcome.is === "done" ? outcome.reply : null;
  };
  const answered = (what: string, holds: Acknowledged["holds"]) => acknowledged.push({ what, holds });
  const order = async (): Promise<void> => {
    const idempotencyKey = randomUUID();
    const { vendingMachine, offers } = random.pick(shelves);
    const lines = offers.map(({ product }) => ({ product, type: "unit" as const, quantity: random.whole(1, 3) }));
    const some = lines.slice(0, random.whole(1, lines.length));
    const body = { phone: random.pick(phones), name: "Asha Rao", email: "", vendingMachine, lines: some };
    keys.order += 1;
    const place = () =>
      call("order", (nth) =>
        app(nth).call(placeOrder, { body: { ...body, couponDiscount: 0 } }, withKey(idempotencyKey)),
      );
    const placed = await place();
    if (!placed) return;
    ordered.push(placed);
    answered(`order ${placed.order.orderId}`, async () => (await orderOf(placed.order._id)) !== null);
    const again = random.chance(0.3) ? await place() : null;
    if (again && again.order._id !== placed.order._id) contradictions.push(`${placed.order.orderId} was placed twice`);
    if (again?.payment && again.payment.providerOrderId !== placed.payment?.providerOrderId)
      contradictions.push(`${placed.order.orderId} has two provider orders`);
    const payment = await provider.pay(placed.payment?.providerOrderId ?? "", random.pick(ways));
    if (payment) later.push(goOn(payment.id));
  };
  const goOn = async (payment: string): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) {
      await pause(random.between(0, laterWithinMs));
      await provider.advance(payment);
    }
  };
  const orderOf = (id: string) => collections.orders.findOne({ _id: new ObjectId(id) });
  const latest = () => (ordered.length > 0 ? random.pick(ordered.slice(-12)).order : null);
  const verify = async (): Promise<void> => {
    const _id = latest()?._id;
    if (_id) await call("verify", (nth) => caller(nth, tokens.first).call(verifyPayment, { body: { _id } }));
  };
  const cancel = async (): Promise<void> => {
    const id = latest()?._id;
    const body = { orderStatus: random.pick(["payment failed", "payment canceled"] as const), reason: "as they said" };
    if (id) await call("edit", (nth) => caller(nth, tokens.second).call(changeOrder, { params: { id }, body }));
  };

  const take = async (): Promise<void> => {
    const account = random.pick(await collections.cans.find({ totalCans: { $gt: 0 } }).toArray());
    const user = await collections.users.findOne({ _id: account._id });
    const { machine, product } = random.pick(account.current);
    const idempotencyKey = randomUUID();
    const body = { phone: user?.phone ?? "", vendingMachine: `${machine}`, product: `${product}` };
    const taken = await call("take", (nth) => app(nth).call(takeCan, { body }, withKey(idempotencyKey)));
    const transactionId = taken?.transaction.transactionId;
    if (transactionId)
      answered(
        `take ${transactionId}`,
        async () => (await collections.canTransactions.findOne({ transactionId })) !== null,
      );
  };

  /** One operator requests; two approve at the same moment. */
  const agreed = async (request: Omit<ApprovalRequest, "reason">): Promise<void> => {
    const key = once();
    const body = { ...request, reason: "they called" } as ApprovalRequest;
    const reply = await call(`ask ${request.kind}`, (nth) =>
      caller(nth, tokens.first).call(requestApproval, { body }, key),
    );
    if (!reply) return;
    const { _id: id } = reply.approval;
    await Promise.all(
      [tokens.second, tokens.admin].map(async (token) => {
        const own = once();
        const done = await call(`approve ${request.kind}`, (nth) =>
          caller(nth, token).call(approve, { params: { id }, body: {} }, own),
        );
        if (!done) return;
        answered(`approval of ${request.kind} ${id}`, async () => {
          const lines = await collections.audit.countDocuments({ "record.id": id, verb: "approval.approved" });
          const approval = await collections.approvals.findOne({ _id: new ObjectId(id) });
          return lines === 1 && approval?.state === "approved" && (await isDone(request));
        });
      }),
    );
  };
  const isDone = async ({ kind, record }: Omit<ApprovalRequest, "reason">): Promise<boolean> => {
    if (kind === "order") return (await orderOf(record))?.status === "payment successful";
    if (kind !== "refund") return true;
    const can = await collections.canTransactions.findOne({ _id: new ObjectId(record) });
    return can?.status === "failed";
  };

  const refund = async (): Promise<void> => {
    const can = random.pick(await collections.canTransactions.find({ status: "pending" }).limit(50).toArray());
    const id = `${can._id}`;
    const own = once();
    const done = await call("refund", (nth) => caller(nth, tokens.first).call(refundCan, { params: { id } }, own));
    if (!done) return agreed({ kind: "refund", record: id, change: {} });
    answered(`refund ${id}`, () => isDone({ kind: "refund", record: id, change: {} }));
  };
  const callPaid = async (): Promise<void> => {
    const id = latest()?._id ?? "";
    const found = await orderOf(id);
    if (found)
      await agreed({ kind: "order", record: id, change: { orderStatus: "payment successful", rev: found.rev } });
  };
  const changeAccount = async (): Promise<void> => {
    const account = random.pick(await collections.cans.find({ totalCans: { $gt: 0 } }).toArray());
    const { machine, product, brand, totalCans } = random.pick(account.current);
    const cans = random.whole(0, 9);
    const record = `${account._id}`;
    const sum = account.totalCans - totalCans + cans;
    const change = {
      vendingMachine: `${machine}`,
      product: `${product}`,
      brand,
      cans,
      totalCans: sum,
      rev: account.rev,
    };
    const own = { ...change, reason: "counted" };
    const done = await call("cans", (nth) =>
      caller(nth, tokens.first).call(changeCans, { params: { id: record }, body: own }),
    );
    if (!done) await agreed({ kind: "cans", record, change: own });
  };
  const punish = async (): Promise<void> => {
    const user = random.pick(
      await collections.users.find({ role: "customer", deletedAt: { $exists: false } }).toArray(),
    );
    const own = once();
    keys.penalty += 1;
    const body = { amount: 12.34, quantity: random.whole(1, 3), message: "a dent" };
    const params = { id: `${user._id}` };
    const done = await call("penalty", (nth) => caller(nth, tokens.second).call(addPenalty, { params, body }, own));
    const id = done?.penalty._id;
    if (id)
      answered(
        `penalty ${id}`,
        async () => (await collections.penalties.countDocuments({ _id: new ObjectId(id) })) === 1,
      );
  };
  const settle = async (): Promise<void> => {
    const flagged = random.pick(await collections.orders.find({ "flags.0": { $exists: true } }).toArray());
    const body = { flags: flagged.flags, reason: "looked after", steps: flagged.steps.length };
    const params = { id: `${flagged._id}` };
    const done = await call("settle", (nth) => caller(nth, tokens.second).call(settleFlags, { params, body }));
    if (done)
      answered(`flags of ${flagged.orderId}`, async () =>
        ((await orderOf(params.id))?.steps ?? []).some(({ what }) => what === "settled"),
      );
  };
  const forget = async (): Promise<void> => {
    const own = randomUUID();
    const phone = random.pick(phones);
    const asked = await call("deletion asked", (nth) =>
      app(nth).call(requestAccountDeletion, { body: { phone } }, withKey(own)),
    );
    const id = asked?.request._id;
    if (!id) return;
    const admin = (nth: number) => caller(nth, tokens.admin);
    const seen = await call("deletion read", (nth) => admin(nth).call(readAccountDeletion, { params: { id } }));
    if (!seen || seen.whyNot !== null) return;
    const body = { standing: seen.standing };
    const done = await call("deletion", (nth) => admin(nth).call(deleteAccount, { params: { id }, body }));
    if (!done) return;
    answered(`deletion ${id}`, async () => {
      const user = await collections.users.findOne({ phone: `deleted-${done.request.userId}` });
      return user?.deletedAt !== undefined;
    });
  };

  return {
    acts: { order, verify, cancel, take, refund, callPaid, changeAccount, punish, settle, forget },
    acknowledged,
    counts,
    keys,
    contradictions,
    /** Resolves when no payment comes to anything more. */
    idle: async (): Promise<void> => void (await Promise.all(later)),
  };
};
export type Players = ReturnType<typeof createPlayers>;
