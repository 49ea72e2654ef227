import type { Filter, ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";

const free = { isReserved: false, reservedUntil: null, reservedAt: null, reservation: null };
const emptied = { isEmpty: true, stockedOn: null, stockedBy: null, ...free };

/** Containers whose doors customers' transactions opened. */
export const createTakenContainersRepository = ({ collections }: Pick<Mongo, "collections">) => {
  const { canTransactions, containers } = collections;
  return {
    /**
     * A container that was seen open for this transaction, at that moment: its own, or one that was disabled for it and
     * that nobody has put to use since. What was stocked later is another can.
     */
    empty: async (transaction: ObjectId, container: ObjectId, openedAt: Date): Promise<void> => {
      const disabled = { isWorking: false, isEmpty: false, isReserved: false, stockedOn: { $not: { $gt: openedAt } } };
      await containers.updateOne(
        { _id: container, $or: [{ reservation: transaction }, disabled] },
        { $set: emptied, $inc: { rev: 1 } },
      );
    },

    disable: async (transaction: ObjectId, container: ObjectId): Promise<void> => {
      await containers.updateOne(
        { _id: container, reservation: transaction },
        { $set: { isWorking: false, ...free }, $inc: { rev: 1 } },
      );
    },

    /** Not what its refund left to be checked: that knew of all sessions, and this is said of one. */
    release: async (transaction: ObjectId, container: ObjectId): Promise<void> => {
      await containers.updateOne(
        { _id: container, reservation: transaction, toCheck: { $ne: transaction } },
        { $set: free, $inc: { rev: 1 } },
      );
    },

    /** Its can may be gone, so it stays reserved until somebody has looked. */
    leaveToCheck: async (transaction: ObjectId, container: ObjectId): Promise<void> => {
      await containers.updateOne({ _id: container, reservation: transaction }, { $set: { toCheck: transaction } });
    },

    /** A container that is written as empty is no longer due. */
    notDue: async (transaction: ObjectId, container: ObjectId): Promise<void> => {
      const filter: Filter<CanTransactionDocument> = { _id: transaction, containerDue: container };
      await canTransactions.updateOne(filter, { $set: { containerDue: null } });
    },

    /** Containers that were seen open, and whose emptying somebody did not live to write. */
    due: async (limit: number): Promise<{ transaction: ObjectId; container: ObjectId; openedAt: Date }[]> => {
      const found = await canTransactions
        .find({ containerDue: { $type: "objectId" } }, { hint: "containerDue" })
        .limit(limit)
        .project<Pick<CanTransactionDocument, "_id" | "time" | "containerOpenTime"> & { containerDue: ObjectId }>({
          containerDue: 1,
          containerOpenTime: 1,
          time: 1,
        })
        .toArray();
      return found.map(({ _id, containerDue, containerOpenTime, time }) => ({
        transaction: _id,
        container: containerDue,
        openedAt: containerOpenTime ?? time,
      }));
    },
  };
};
