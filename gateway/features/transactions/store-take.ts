import type { Actor } from "#shared/audit/audit.server.ts";
import { countOpened, postCans } from "#shared/cans/post-cans.server.ts";
import { postDeposit } from "#shared/deposits/post-deposit.server.ts";
import { refusal } from "#shared/http/domain-error.ts";
import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { takeCan } from "#shared/transactions/take.api.ts";
import { whyNotTake } from "#shared/transactions/take.rules.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { IntakeTransaction } from "#shared/transactions/transaction.schema.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import { addRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { Reservations, ReservedContainer } from "../containers/reservations.ts";
import type { Commanding } from "../control-units/commanding.ts";
import { openingOf } from "./opening.ts";
import type { takeIds } from "./take-id.ts";
import { createTakers, type Taker } from "./takers.ts";

export type StoreParts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & {
  today: () => string;
  reservations: Reservations;
  commanding: Commanding;
};
type Input = CallParts<typeof takeCan>["body"];
export type Reply = CallReply<typeof takeCan>;
type Ids = ReturnType<typeof takeIds>;

export interface Taking {
  actor: Actor;
  input: Input;
  container: ReservedContainer;
  trace: string;
  offline: boolean;
}

/** The reservation is somebody else's by now. */
export class Lapsed extends Error {}

/** What is kept for a repeat has no comment: that may name the customer. */
export const replyOf = (can: CanTransactionDocument): Reply => ({
  transaction: IntakeTransaction.parse(transactionRecordView(can)),
  sessionId: can.session.toHexString(),
});

/** Throws the reason why a take is refused, as its sentence. */
export const insistOn = async (
  { mongo, clock, today }: Pick<StoreParts, "mongo" | "clock" | "today">,
  dbSession: DbSession | undefined,
  input: Input,
): Promise<Taker> => {
  const taker = await createTakers(mongo, clock).find(dbSession, input, today());
  const why = whyNotTake(taker.facts);
  if (why !== null) throw refusal(why);
  return taker;
};

const newCan = (
  { _id, transactionId }: Ids,
  { user, machine, brand }: Taker,
  { container, offline }: Taking,
  { now, day, product, session }: Pick<CanTransactionDocument, "product" | "session"> & { now: Date; day: string },
): CanTransactionDocument => ({
  _id,
  transactionId,
  status: "pending",
  time: now,
  changedAt: now,
  user: user._id,
  machine: machine._id,
  vendingMachineId: machine.vendingMachineId,
  product,
  brand,
  container: container._id,
  containerId: container.label,
  returnCan: false,
  depositUsed: user.needDeposit,
  isContainerWorking: true,
  containerOpen: false,
  containerClose: false,
  returnCanVerified: false,
  comment: "",
  containerOpenTime: null,
  vendingMachineMessage: offline ? "OFFLINE" : "",
  openedDay: day,
  holdsSlot: user.needDeposit,
  session,
  live: offline ? null : session,
  openedIn: null,
  closedIn: null,
  failedIn: null,
  containerDue: null,
  refundedAt: null,
  returnedAt: null,
  review: null,
  rev: 0,
});

/** What a customer is debited. */
const debit = async (
  mongo: StoreParts["mongo"],
  dbSession: DbSession,
  { user, machine, brand }: Taker,
  {
    _id,
    actor,
    product,
    now,
    day,
  }: Pick<CanTransactionDocument, "_id" | "product"> & { actor: Actor; now: Date; day: string },
): Promise<void> => {
  const ref = { kind: "transaction", id: _id } as const;
  await postCans(mongo, dbSession, {
    user: user._id,
    machine: machine._id,
    product,
    brand,
    ref,
    now,
    credit: 0,
    debit: 1,
    message: "Taken",
  });
  await countOpened(mongo, dbSession, { user: user._id, day, more: 1 });
  if (!user.needDeposit) return;
  const by = { kind: actor.kind, id: actor.id };
  await postDeposit(mongo, dbSession, { user: user._id, add: { depositUsed: 1 }, by, ref, reason: "Taken", now });
};

/**
 * Writes the take: debit, claim, session and transaction. A take that is stored already is returned as it is. Throws
 * `Lapsed` if somebody else has the reservation by now.
 */
export const storeTake = async (parts: StoreParts, dbSession: DbSession, ids: Ids, taking: Taking): Promise<Reply> => {
  const { mongo, audit, clock, today, reservations, commanding } = parts;
  const { _id, transactionId } = ids;
  const { actor, input, container, trace, offline } = taking;
  const known = await mongo.collections.canTransactions.findOne({ _id }, { session: dbSession });
  if (known) return replyOf(known);
  const taker = await insistOn(parts, dbSession, input);
  const { user, machine } = taker;
  if (!(await reservations.claim(dbSession, container))) throw new Lapsed();

  const now = new Date(clock.now());
  const day = today();
  const { product } = container;
  if (!product) throw new Error("a container without a product was reserved");
  await debit(mongo, dbSession, taker, { _id, actor, product, now, day });
  const session = await commanding.storeSession(
    dbSession,
    machine,
    openingOf(container, product),
    { actor, trace, offline },
    { _id, transactionId, user: user._id },
  );
  const can = newCan(ids, taker, taking, { now, day, product, session: session._id });
  await addRecordIn(dbSession, { mongo, audit }, actor, {
    definition: transactionRecord,
    verb: "transaction.taken",
    record: can,
  });
  const data = { transaction: transactionRecordView(can) };
  if (offline) await publishEvent(mongo, dbSession, { type: "can.failed", subject: _id, data, at: now });
  return replyOf(can);
};
