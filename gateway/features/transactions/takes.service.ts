import { setTimeout as pause } from "node:timers/promises";
import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import type { Idempotency } from "../../http/idempotency.ts";
import { createCustomerTurns } from "../../records/customer-turns.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { usedOtherwise } from "../../records/once.ts";
import type { ReservedContainer } from "../containers/reservations.ts";
import { insistOn, Lapsed, type Reply, replyOf, type StoreParts, storeTake, type Taking } from "./store-take.ts";
import { takeIds } from "./take-id.ts";
import { createTakers } from "./takers.ts";

type Parts = StoreParts & Pick<FeatureParts, "limits" | "log" | "once">;

/** A customer's reservation, before it becomes a transaction's claim. */
const reservedMs = 300_000;
/** A call with the same key released it, or it had lapsed: it is reserved again, this often. */
const maxTries = 6;
/** Before the second try, and twice as long before the third. */
const lapsedMs = 50;

/** Throws `sold-out`. */
const reserve = async (
  { reservations, clock }: Pick<Parts, "reservations" | "clock">,
  { brand, product, ...wanted }: { reservation: ObjectId; machine: ObjectId; product: string; brand: string },
): Promise<ReservedContainer> => {
  const until = clock.now() + reservedMs;
  const container = await reservations.reserve({ ...wanted, product: new ObjectId(product), until });
  if (container) return container;
  throw new DomainError("sold-out", `No can of ${brand} is in stock at this vending machine`);
};

/**
 * Takes of cans by customers. A refused take has changed nothing; a debited can has its transaction and the session
 * that opens its container, whichever process is killed: first the container is reserved under the transaction's id,
 * then all else is written in one transaction, then the workers are woken. A reservation without a transaction lapses.
 */
export const createTakesService = (parts: Parts) => {
  const { mongo, clock, limits, log, once, reservations, commanding } = parts;
  const { canTransactions } = mongo.collections;
  const takers = createTakers(mongo, clock);
  const inTurn = createCustomerTurns<Reply>(limits.httpMs);

  /** What was not claimed goes back at once; where nobody knows whether it was, it lapses or is the transaction's. */
  const giveBack = async (container: ReservedContainer): Promise<void> => {
    await reservations.release(container).catch((error: unknown) => {
      log.warn({ err: error }, "a reservation was not given back, it lapses");
    });
  };

  const attempt = async (
    ids: ReturnType<typeof takeIds>,
    idempotency: Idempotency,
    requested: Pick<Taking, "actor" | "input" | "trace">,
  ): Promise<Reply> => {
    const { machine, brand } = await insistOn(parts, undefined, requested.input);
    const offline = await commanding.isOffline(machine);
    const container = await reserve(parts, {
      reservation: ids._id,
      machine: machine._id,
      product: requested.input.product,
      brand,
    });
    try {
      const reply = await once({ actor: requested.actor, idempotency }, (dbSession) =>
        storeTake(parts, dbSession, ids, { ...requested, container, offline }),
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
    take: async (actor: Actor, idempotency: Idempotency, input: Taking["input"], trace: string): Promise<Reply> => {
      if (idempotency.key === null) throw new Error("a can is taken once for each Idempotency-Key");
      const ids = takeIds(actor, idempotency.key);
      const repeated = async (): Promise<Reply | null> => {
        const known = await canTransactions.findOne({ _id: ids._id });
        if (!known) return null;
        try {
          await once({ actor, idempotency }, async (dbSession) => {
            // A primary that lost the other members still answers: what it alone had may be gone with it.
            if (!(await canTransactions.findOne({ _id: known._id }, { session: dbSession }))) throw new Lapsed();
            // The key itself is forgotten after a day; its can is not.
            if (!(await takers.isOf(dbSession, known, input))) throw usedOtherwise();
            return replyOf(known);
          });
        } catch (error) {
          if (error instanceof Lapsed) return null;
          throw error;
        }
        // Not as it was when the key was stored: a repeated call must show whether the door opened.
        return replyOf(known);
      };
      const known = await repeated();
      if (known) return known;
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTurn(input.phone, () => attempt(ids, idempotency, { actor, input, trace }));
        } catch (error) {
          // The same call may have succeeded meanwhile, perhaps at another gateway: then the conflict is with its
          // writes.
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
