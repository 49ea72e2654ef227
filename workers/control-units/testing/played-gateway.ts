import type { ObjectId } from "mongodb";
import type { CommandDocument, FactDocument } from "#shared/control-units/command.document.server.ts";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import type { Bus } from "#shared/runtime/bus.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import type { Queues } from "#shared/runtime/queues.ts";
import { eventually } from "#shared/testing/eventually.ts";

interface Parts {
  collections: Collections;
  bus: Bus;
  queues: Queues;
  clock: Clock;
}
type SeenFact = Partial<FactDocument>;

const nothing = { at: null, boot: null, seq: null, code: null, message: null, isLocked: null };

/** Does to the database what a gateway does: claims, writes what was sent, writes facts. Its units are silent. */
export const createPlayedGateway = async ({ collections, bus, queues, clock }: Parts, name = "gw") => {
  const { commands, sessionRows } = collections;
  const sent: CommandDocument[] = [];
  let isDeaf = false;
  let unit: (command: CommandDocument) => Promise<void> = () => Promise.resolve();

  const claim = (commandId: string): Promise<CommandDocument | null> =>
    commands.findOneAndUpdate(
      { _id: commandId, state: "ready", $expr: { $lt: ["$$NOW", "$expiresAt"] } },
      { $set: { state: "sent", sentAt: new Date(clock.now()), gateway: name, connection: "c1" } },
      { returnDocument: "after" },
    );
  const writeSent = async ({ session, channels, sentAt, serialNumber, connection, type }: CommandDocument) => {
    await sessionRows.updateMany(
      { session, end: null, sentAt: null, ...(channels.length > 0 ? { channel: { $in: channels } } : {}) },
      { $set: { sentAt, serialNumber, connection, awaitsRestart: type === "restart" } },
    );
  };
  await bus.on(
    "command.ready",
    async ({ commandId }) => {
      const command = isDeaf ? null : await claim(commandId);
      if (!command) return;
      sent.push(command);
      // As the real one, which writes again what failed: MongoDB's driver repeats no update of many.
      await eventually(() => writeSent(command));
      await unit(command);
    },
    name,
  );

  return {
    name,
    sent,
    claim,
    writeSent,
    /** Ignores signals, as if it were busy with something else. */
    setDeaf: (deaf: boolean) => {
      isDeaf = deaf;
    },
    /** What the units do with what is sent. */
    onCommand: (does: typeof unit) => {
      unit = does;
    },
    /** Once only, over rows of this channel; late where the row has ended. False where it was known. */
    fact: async (
      session: ObjectId,
      channel: number | null,
      fact: FactName,
      seen: SeenFact = {},
      wake = true,
    ): Promise<boolean> => {
      const known = { receivedAt: new Date(clock.now()), ...nothing, ...seen };
      const { modifiedCount } = await sessionRows.updateOne(
        { session, channel, [`facts.${fact}`]: { $exists: false } },
        [
          {
            $set: {
              [`facts.${fact}`]: { $mergeObjects: [{ $literal: known }, { late: { $ne: ["$end", null] } }] },
              factCount: { $add: ["$factCount", 1] },
            },
          },
        ],
      );
      if (wake) await queues.add("session.settle", { sessionId: session.toHexString() });
      return modifiedCount > 0;
    },
  };
};
