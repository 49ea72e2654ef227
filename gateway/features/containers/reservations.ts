import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { isUnderWork, underWorkText } from "#shared/machines/under-work.rules.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import { isFree, noReservation } from "./container-guards.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock">;

/** A customer's reservation: `reservation` names it, so that nobody releases one that has become somebody else's. */
export type ReservedContainer = ContainerDocument & { reservation: ObjectId };

/** Throws `missing` for an unknown machine and `conflict` for one that sells nothing now. */
const requireSelling = async (
  { collections: { machines } }: Parts["mongo"],
  _id: ObjectId,
  now: number,
  session: DbSession | undefined,
): Promise<void> => {
  const machine = await machines.findOne({ _id }, { session, projection: { active: 1, work: 1 } });
  if (!machine) throw new DomainError("machine-unknown", `There is no vending machine ${_id.toHexString()}`);
  if (!machine.active) throw new DomainError("machine-closed", "This vending machine is deactive and sells nothing");
  if (isUnderWork(machine.work, now)) throw new DomainError("machine-closed", underWorkText);
};

/**
 * Customers' reservations. MongoDB decides each one in a single guarded write, so of 200 customers for 50 cans exactly
 * 50 get one. `rev` stays while they come and lapse. It rises where a transaction's claim begins and ends: a claim that
 * was read looks like an operator's Reserved, and sent back after its end it would be one. The caller writes its own
 * audit line.
 */
export const createReservations = ({ mongo, clock }: Parts) => {
  const { containers } = mongo.collections;
  return {
    /**
     * Reserves the can that was stocked first, until then (milliseconds). Null if none is left. A repeated call with
     * the same name gets its earlier reservation, even if the machine is deactive by now, and even if several repeats
     * come at once and one of them has taken the last can. Throws `missing` for an unknown machine and `conflict` for a
     * deactive one, which sells nothing.
     */
    reserve: async (
      input: { machine: ObjectId; product: ObjectId; until: number; reservation?: ObjectId },
      dbSession?: DbSession,
    ): Promise<ReservedContainer | null> => {
      const { reservation = new ObjectId() } = input;
      const session = dbSession;
      const can = { machine: input.machine, product: input.product, isWorking: true, isEmpty: false };
      // Claimed reservations come first: a call that died may have left another container reserved under the same name.
      const claimedFirst = { session, sort: { reservedUntil: 1 } } as const;
      const ownOf = async () => input.reservation && containers.findOne({ ...can, reservation }, claimedFirst);
      const own = await ownOf();
      if (own) return { ...own, reservation };
      const now = clock.now();
      await requireSelling(mongo, input.machine, now, session);
      const reservedUntil = new Date(input.until);
      const reserved = await containers.findOneAndUpdate(
        { ...can, ...isFree(now) },
        { $set: { isReserved: true, reservedUntil, reservedAt: new Date(now), reservation } },
        { session, sort: { stockedOn: 1, _id: 1 }, returnDocument: "after" },
      );
      const held = reserved ?? (await ownOf());
      return held ? { ...held, reservation } : null;
    },

    /**
     * So that it cannot lapse under a moving door: until its transaction is over, in whose own it is written. A claim
     * that stands already goes on. False when it is this customer's no longer.
     */
    claim: async (
      dbSession: DbSession,
      { _id, reservation, reservedUntil }: Pick<ReservedContainer, "_id" | "reservation" | "reservedUntil">,
    ): Promise<boolean> =>
      (
        await containers.updateOne(
          { _id, reservation, isReserved: true, isWorking: true, isEmpty: false },
          { $set: { reservedUntil: null }, $inc: { rev: reservedUntil ? 1 : 0 } },
          { session: dbSession },
        )
      ).matchedCount === 1,

    /**
     * Releases what was not claimed yet. False when it is no longer this customer's, or is their transaction's; then
     * nothing happens.
     */
    release: async ({ _id, reservation }: Pick<ReservedContainer, "_id" | "reservation">): Promise<boolean> =>
      (await containers.updateOne({ _id, reservation, reservedUntil: { $type: "date" } }, { $set: noReservation }))
        .modifiedCount === 1,

    /** A transaction that is over lets it go: for sale again. */
    letGo: async (dbSession: DbSession, reservation: ObjectId, container: ObjectId): Promise<void> => {
      const end = { $set: noReservation, $inc: { rev: 1 } };
      await containers.updateOne({ _id: container, reservation }, end, { session: dbSession });
    },

    /** A transaction that is over leaves it reserved: its can may be gone, so somebody looks before it is sold. */
    leaveToCheck: async (dbSession: DbSession, reservation: ObjectId, container: ObjectId): Promise<void> => {
      const filter = { _id: container, reservation };
      await containers.updateOne(filter, { $set: { toCheck: reservation } }, { session: dbSession });
    },

    /**
     * Clears what has lapsed; every gateway runs it, each reservation is cleared once. Returns how many. The condition
     * on the type is always true of a match; without it MongoDB does not use the partial index.
     */
    sweep: async (): Promise<number> =>
      (
        await containers.updateMany(
          { isReserved: true, reservedUntil: { $type: "date", $lte: new Date(clock.now()) } },
          { $set: noReservation },
        )
      ).modifiedCount,
  };
};
export type Reservations = ReturnType<typeof createReservations>;
