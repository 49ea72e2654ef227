import type { ObjectId } from "mongodb";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import { isLateNow } from "#shared/control-units/late.server.ts";
import { isTaken, type Mongo } from "#shared/runtime/mongo.ts";

export type ReadyCommand = Pick<CommandDocument, "_id" | "session" | "machine" | "serialNumber" | "state">;

export const createCommandsRepository = ({ collections: { commands } }: Pick<Mongo, "collections">) => {
  /** Only what nobody has claimed can be closed; then nobody can claim it any more. */
  const close = async (_id: string, state: "rejected" | "moved" | "expired"): Promise<boolean> =>
    (await commands.updateOne({ _id, state: "ready" }, { $set: { state } })).modifiedCount > 0;

  return {
    /** False where another worker was first: the id is the same. */
    add: async (command: CommandDocument): Promise<boolean> => {
      try {
        await commands.insertOne(command);
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },

    /** Those of these ids that exist, in whatever state. */
    known: async (ids: string[]): Promise<Set<string>> => {
      const found = await commands.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },

    /** The oldest first. */
    ofSession: (session: ObjectId): Promise<CommandDocument[]> =>
      commands.find({ session }).sort({ createdAt: 1, _id: 1 }).toArray(),

    /** What no gateway has claimed yet, the oldest first. */
    ready: (limit: number): Promise<(ReadyCommand & { late: boolean })[]> =>
      commands
        .find({ state: "ready" }, { hint: "ready" })
        .limit(limit)
        .project<ReadyCommand & { late: boolean }>({
          session: 1,
          machine: 1,
          serialNumber: 1,
          state: 1,
          late: isLateNow,
        })
        .toArray(),

    reject: (_id: string, why: "rejected" | "moved"): Promise<boolean> => close(_id, why),
    expire: (_id: string): Promise<boolean> => close(_id, "expired"),

    expireLate: async (ids: string[]): Promise<void> => {
      await commands.updateMany(
        { _id: { $in: ids }, state: "ready", $expr: isLateNow },
        { $set: { state: "expired" } },
      );
    },
  };
};
export type CommandsRepository = ReturnType<typeof createCommandsRepository>;
