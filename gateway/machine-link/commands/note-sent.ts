import { setTimeout as pause } from "node:timers/promises";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../../parts.ts";
import type { Restarts } from "../facts/restarts.ts";
import type { Settling } from "../facts/settling.ts";
import { writtenAgain } from "../store-writes.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits"> & {
  restarts: Restarts;
  settling: Settling;
  /** The connection over which a unit can be sent commands. */
  reachable: (serialNumber: string) => UnitConnection | null;
  /** Aborted when nothing is sent any more. */
  stopped: AbortSignal;
};

/**
 * Notes when a command went out, and where, for its rows: a unit that answers soon has said so by then, because its
 * first fact carries the same. Nothing waits for it; a worker copies it where it is missing.
 */
export const createNoteSent = ({ mongo, limits, restarts, settling, reachable, stopped }: Parts) => {
  const { sessionRows } = mongo.collections;
  const write = (changes: Parameters<typeof sessionRows.bulkWrite>[0]) =>
    writtenAgain(
      () => within(limits.commandStoreMs, "The database", sessionRows.bulkWrite(changes)),
      () => !stopped.aborted,
    );
  return async ({ session, channels, type, sentAt }: CommandDocument, connection: UnitConnection): Promise<void> => {
    // A restart must be known before its unit connects anew; other units mostly answer within the wait.
    if (type !== "restart") await pause(limits.noteSentAfterMs, undefined, { signal: stopped }).catch(() => undefined);
    const { serialNumber, id } = connection;
    const channel = { $in: channels.length > 0 ? channels : [null] };
    const mine = { session, channel, end: null };
    const sent = {
      updateMany: { filter: { ...mine, sentAt: null }, update: { $set: { sentAt, serialNumber, connection: id } } },
    };
    const awaited = {
      updateMany: {
        filter: { ...mine, "facts.restarted": { $exists: false } },
        update: { $set: { awaitsRestart: true } },
      },
    };
    await write(type === "restart" ? [sent, awaited] : [sent]);
    settling.wake(session);
    if (type !== "restart") return;
    const current = reachable(serialNumber);
    if (current && current.id !== id) await restarts.note(current);
  };
};
