import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { countOpened } from "#shared/cans/count-opened.server.ts";
import { postCans } from "#shared/cans/post-cans.server.ts";
import { postDeposit } from "#shared/deposits/post-deposit.server.ts";
import { DomainError, refusal } from "#shared/http/domain-error.ts";
import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import type { takeCan } from "#shared/transactions/take.api.ts";
import { whyNotTake } from "#shared/transactions/take.rules.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { transactionRecordView } from "#shared/transactions/transaction-view.server.ts";
import { publishEvent } from "#shared/webhooks/publish-event.server.ts";
import type { Idempotency } from "../../http/idempotency.ts";
import { addRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { usedOtherwise } from "../../records/once.ts";
import type { Reservations, ReservedContainer } from "../containers/reservations.ts";
import type { Commanding } from "../control-units/commanding.ts";
import { openingOf } from "./opening.ts";
import { takeIds } from "./take-id.ts";
import { createTakers } from "./takers.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "log" | "once"> & {
  today: () => string;
  reservations: Reservations;
  commanding: Commanding;
};
type Input = CallParts<typeof takeCan>["body"];
type Reply = CallReply<typeof takeCan>;

/** A customer's reservation, before it becomes a transaction's claim. */
const reservedMs = 300_000;
/** A call with the same key released it, or it had lapsed: it is reserved again, so often. */
const maxTries = 6;
/** Before the second try, and twice as long before the third. */
const lapsedMs = 50;

const replyOf = (can: CanTransactionDocument): Reply => ({
  transaction: transactionRecordView(can),
  sessionId: can.session.toHexString(),
});

/** The reservation is somebody else's by now. */
class Lapsed extends Error {}

/**
 * Cans that customers take. What is refused has changed nothing; what was debited has its transaction and the session
 * that is to open its container, whoever is killed: first the container is reserved under the transaction's id, then all
 * else is written in one transaction, then the workers are woken up. A reservation without a transaction lapses.
 */
export const createTakesService = (parts: Parts) => {
  const { mongo, audit, clock, log, once, today, reservations, commanding } = parts;
  const { canTransactions } = mongo.collections;
  const takers = createTakers(mongo, clock);

  /** Throws what stands in the way, in its sentence. */
  const insist = async (dbSession: DbSession | undefined, input: Input) => {
    const taker = await takers.find(dbSession, input, today());
    const why = whyNotTake(taker.facts);
    if (why !== null) throw refusal(why);
    return taker;
  };

  const take = async (
    dbSession: DbSession,
    { _id, transactionId }: ReturnType<typeof takeIds>,
    { actor, input, container, trace, offline }: Taking,
  ): Promise<Reply> => {
    const known = await canTransactions.findOne({ _id }, { session: dbSession });
    if (known) return replyOf(known);
    const { user, machine, brand } = await insist(dbSession, input);
    if (!(await reservations.claim(dbSession, container))) throw new Lapsed();

    const now = new Date(clock.now());
    const day = today();
    const ref = { kind: "transaction", id: _id } as const;
    const { product } = container;
    if (!product) throw new Error("a container without a product was reserved");
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
    if (user.needDeposit) {
      const by = { kind: actor.kind, id: actor.id };
      await postDeposit(mongo, dbSession, { user: user._id, add: { depositUsed: 1 }, by, ref, reason: "Taken", now });
    }
    const session = await commanding.storeSession(
      dbSession,
      machine,
      openingOf(container, product),
      { actor, trace, offline },
      { _id, transactionId, user: user._id },
    );
    const can: CanTransactionDocument = {
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
      session: session._id,
      live: offline ? null : session._id,
      openedIn: null,
      closedIn: null,
      failedIn: null,
      containerDue: null,
      refundedAt: null,
      returnedAt: null,
      review: null,
      rev: 0,
    };
    await addRecordIn(dbSession, { mongo, audit }, actor, {
      definition: transactionRecord,
      verb: "transaction.taken",
      record: can,
    });
    const data = { transaction: transactionRecordView(can) };
    if (offline) await publishEvent(mongo, dbSession, { type: "can.failed", subject: _id, data, at: now });
    return replyOf(can);
  };

  /** What was not claimed goes back at once; where nobody knows whether it was, it lapses or is the transaction's. */
  const giveBack = async (container: ReservedContainer): Promise<void> => {
    await reservations.release(container).catch((error: unknown) => {
      log.warn({ err: error }, "a reservation was not given back, it lapses");
    });
  };

  const reserve = async (reservation: ObjectId, machine: MachineDocument, input: Input, brand: string) => {
    const until = clock.now() + reservedMs;
    const container = await reservations.reserve({
      machine: machine._id,
      product: new ObjectId(input.product),
      until,
      reservation,
    });
    if (container) return container;
    throw new DomainError("sold-out", `No can of ${brand} is in stock at this vending machine`);
  };

  const attempt = async (
    ids: ReturnType<typeof takeIds>,
    idempotency: Idempotency,
    requested: Pick<Taking, "actor" | "input" | "trace">,
  ): Promise<Reply> => {
    const { machine, brand } = await insist(undefined, requested.input);
    const offline = await commanding.isOffline(machine);
    const container = await reserve(ids._id, machine, requested.input, brand);
    try {
      const reply = await once({ actor: requested.actor, idempotency }, (dbSession) =>
        take(dbSession, ids, { ...requested, container, offline }),
      );
      // The same call at the same moment was first, with another container.
      if (reply.transaction.containerId !== container.label) await giveBack(container);
      if (!offline) commanding.wake.advance(machine.vendingMachineId, requested.trace);
      return reply;
    } catch (error) {
      // Refused, or all of it taken back: nothing was claimed.
      if (error instanceof DomainError || error instanceof TransactionsBusyError) await giveBack(container);
      throw error;
    }
  };

  return {
    /**
     * A machine that is surely offline has its can debited, and a session that failed: Open or Refund follow. A
     * repeated call returns the can as it is by then.
     */
    take: async (actor: Actor, idempotency: Idempotency, input: Input, trace: string): Promise<Reply> => {
      if (idempotency.key === null) throw new Error("a can is taken once for each Idempotency-Key");
      const ids = takeIds(actor, idempotency.key);
      const repeated = async (): Promise<Reply | null> => {
        const known = await canTransactions.findOne({ _id: ids._id });
        if (!known) return null;
        await once({ actor, idempotency }, async (dbSession) => {
          // The key itself is forgotten after a day; its can is not.
          if (!(await takers.isOf(dbSession, known, input))) throw usedOtherwise();
          return replyOf(known);
        });
        // Not as it was when the key was stored: a repeated call must show whether the door opened.
        return replyOf(known);
      };
      const known = await repeated();
      if (known) return known;
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(ids, idempotency, { actor, input, trace });
        } catch (error) {
          // The same call came through meanwhile, at another gateway perhaps: what stands in the way is what it did.
          const mayBeDone = error instanceof DomainError || error instanceof Lapsed;
          const done = mayBeDone ? await repeated() : null;
          if (done) return done;
          if (!(error instanceof Lapsed)) throw error;
          if (tries >= maxTries) throw new DomainError("conflict", "This can is being taken by another call already");
          // It is on its way through, perhaps in the middle of its transaction.
          await pause(tries * lapsedMs);
        }
      }
    },
  };
};

interface Taking {
  actor: Actor;
  input: Input;
  container: ReservedContainer;
  trace: string;
  offline: boolean;
}
