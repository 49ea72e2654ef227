import type { FindOptions } from "mongodb";
import { createBatch } from "#shared/concurrency/batch.ts";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import type { GatewayParts } from "../../parts.ts";

/** What never changes of a command once it was sent. */
export type SentCommand = Pick<
  CommandDocument,
  "_id" | "session" | "serialNumber" | "type" | "channels" | "connection" | "sentAt"
>;

/** A command that a unit names. */
interface Named {
  commandId: string;
  by: string;
}

const projection = { session: 1, serialNumber: 1, type: 1, channels: 1, connection: 1, sentAt: 1 } as const;
const commandsPerQuery = 200;
const remembered = 5_000;
/** Read at the end of all that a majority knows. MongoDB queries the other members for it, so it is not the rule. */
const surely: FindOptions = { readConcern: "linearizable", maxTimeMS: 2_000 };

/** Commands by their id: each is read once, however many facts there are about it. */
export const createSentCommands = ({ mongo, limits }: Pick<GatewayParts, "mongo" | "limits">) => {
  const known = new Map<string, SentCommand>();
  const remember = ({ _id, session, serialNumber, type, channels, connection, sentAt }: SentCommand): void => {
    known.set(_id, { _id, session, serialNumber, type, channels, connection, sentAt });
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
  };

  const read = (ids: string[], options: FindOptions = {}): Promise<SentCommand[]> =>
    mongo.collections.commands
      .find({ _id: { $in: ids }, state: "sent" }, options)
      .project<SentCommand>(projection)
      .toArray();

  const load = createBatch<Named, SentCommand | null>({
    work: async (named) => {
      const ids = named.map(({ commandId }) => commandId);
      const found = await read(ids);
      const missing = ids.filter((id) => !found.some(({ _id }) => _id === id));
      // A message about an unknown command is dropped and acknowledged: only a primary that still is one may decide
      // that.
      if (missing.length > 0) found.push(...(await read(missing, surely)));
      for (const command of found) remember(command);
      const byId = new Map(found.map((command) => [command._id, command]));
      return ids.map((id) => ({ done: byId.get(id) ?? null }));
    },
    unitOf: ({ by }) => by,
    maxWeight: commandsPerQuery,
    answerMs: limits.factStoreMs,
  });

  return {
    remember,
    /**
     * Null if no such command was ever sent. `by` is the unit: other units do not wait for all commands that one names.
     */
    find: async (commandId: string, by: string): Promise<SentCommand | null> =>
      known.get(commandId) ?? load({ commandId, by }),
  };
};
export type SentCommands = ReturnType<typeof createSentCommands>;
