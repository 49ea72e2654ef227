import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/runtime/documents/machines.ts";
import type { GatewayParts } from "../../parts.ts";
import { isFree, noReservation } from "./container-guards.ts";

type Parts = Pick<GatewayParts, "mongo" | "clock">;

/** What a customer holds: `reservation` names it, so that nobody gives back what has become somebody else's. */
export type ReservedContainer = ContainerDocument & { reservation: ObjectId; reservedUntil: Date };

/**
 * Customers' reservations. MongoDB decides each one in a single guarded write, so of 200 customers for 50 cans exactly
 * 50 get one. `rev` stays, because no operator edited anything; whoever calls writes its own audit line.
 */
export const createReservations = ({ mongo, clock }: Parts) => {
  const { containers, machines } = mongo.collections;
  return {
    /**
     * The can that stands there longest, until then (milliseconds). Null when none is left.
     * Throws `missing` for an unknown machine and `conflict` for a deactive one, which sells nothing.
     */
    reserve: async (wish: {
      machine: ObjectId;
      product: ObjectId;
      until: number;
    }): Promise<ReservedContainer | null> => {
      const machine = await machines.findOne({ _id: wish.machine }, { projection: { active: 1 } });
      if (!machine) throw new DomainError("missing", `There is no vending machine ${wish.machine.toHexString()}`);
      if (!machine.active) throw new DomainError("conflict", "This vending machine is deactive and sells nothing");
      const now = clock.now();
      const reservation = new ObjectId();
      const reservedUntil = new Date(wish.until);
      const reserved = await containers.findOneAndUpdate(
        { machine: wish.machine, product: wish.product, isWorking: true, isEmpty: false, ...isFree(now) },
        { $set: { isReserved: true, reservedUntil, reservedAt: new Date(now), reservation } },
        { sort: { stockedOn: 1, _id: 1 }, returnDocument: "after" },
      );
      return reserved && { ...reserved, reservation, reservedUntil };
    },

    /** Gives it back. False when it is this customer's no longer; then nothing happens. */
    release: async ({ _id, reservation }: Pick<ReservedContainer, "_id" | "reservation">): Promise<boolean> =>
      (await containers.updateOne({ _id, reservation }, { $set: noReservation })).modifiedCount === 1,

    /**
     * Clears what has lapsed; every gateway asks, each reservation is cleared once. Gives how many. The condition on
     * the type is always true of a match; without it MongoDB does not use the partial index.
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
