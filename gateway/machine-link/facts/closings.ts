import { createBatch } from "#shared/concurrency/batch.ts";
import type { AwaitedRow } from "#shared/control-units/command.document.server.ts";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../../parts.ts";
import { type AwaitedClosings, lockId } from "./awaited-closings.ts";
import { writeFact } from "./fact-write.ts";
import type { Settling } from "./settling.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "metrics" | "clock"> & {
  awaited: AwaitedClosings;
  settling: Settling;
};
/** A row that was seen open, at its lock. */
interface Open extends AwaitedRow {
  lock: string;
  channel: number;
}
interface RequestedClosing {
  serialNumber: string;
  channels: number[];
}

const locksPerQuery = 2_000;
const queriesAtOnce = 2;

/** A lock that one message names twice is as the message says last. */
const lockedIn = ({ containers }: LocksMessage): number[] => {
  const last = new Map(containers.map(({ channel, isLocked }) => [channel, isLocked]));
  return [...last].flatMap(([channel, isLocked]) => (isLocked ? [channel] : []));
};

/** A lock that says locked closes what was seen open before it, even if the unit never says `closed`. */
export const createClosings = ({ mongo, limits, metrics, clock, awaited, settling }: Parts) => {
  const { doors, sessionRows, units } = mongo.collections;

  /** Almost always empty, so it is one question for many units. */
  const openAt = createBatch<RequestedClosing, Open[]>({
    work: async (requested) => {
      const locks = requested.map(({ serialNumber, channels }) =>
        channels.map((channel) => ({ channel, lock: lockId(serialNumber, channel) })),
      );
      const found = await awaited.find(
        locks.flat().map(({ lock }) => lock),
        clock.now(),
      );
      return locks.map((ofOne) => ({
        done: ofOne.flatMap((at) => (found.get(at.lock) ?? []).map((row) => ({ ...row, ...at }))),
      }));
    },
    weight: ({ channels }) => channels.length,
    maxWeight: locksPerQuery,
    atOnce: queriesAtOnce,
    answerMs: limits.factStoreMs,
  });

  /**
   * A message of another power-up than `opened` counts unless it is a leftover: it came over an earlier connection, or
   * the stored locks know the later power-up.
   */
  const notLeftOver = async (rows: Open[], { boot, seq }: LocksMessage, connectionNumber: number): Promise<Open[]> => {
    const ofThisBoot = rows.filter((row) => row.boot === boot && (row.seq ?? 0) < seq);
    const ofOther = rows.filter((row) => row.boot !== boot && (row.connectionNumber ?? 0) <= connectionNumber);
    if (ofOther.length === 0) return ofThisBoot;
    const known = await doors
      .find({ _id: { $in: ofOther.map(({ lock }) => lock) }, boot })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const current = new Set(known.map(({ _id }) => _id));
    return [...ofThisBoot, ...ofOther.filter(({ lock }) => current.has(lock))];
  };

  const close = async (
    { serialNumber, connectionNumber }: UnitConnection,
    candidates: Open[],
    message: LocksMessage,
    receivedAt: Date,
  ): Promise<void> => {
    const rows = await notLeftOver(candidates, message, connectionNumber);
    if (rows.length === 0) return;
    const { at, boot, seq } = message;
    const fact = { receivedAt, at: new Date(at), boot, seq, code: null, message: null, isLocked: true };
    // At another machine, to which its unit was moved since, the same lock is another door.
    const unit = await units.findOne({ serialNumber }, { projection: { machine: 1 } });
    const atMachine = unit?.machine ? { machine: unit.machine } : {};
    const writes = rows.map(({ session, channel }) =>
      writeFact({ session, channel, ...atMachine }, "open", "closed", fact),
    );
    const { modifiedCount } = await sessionRows.bulkWrite(writes, { ordered: false });
    metrics.commandFacts.inc({ fact: "closed" }, modifiedCount);
    for (const { session } of rows) settling.wake(session);
    await awaited.clear(serialNumber, rows);
  };

  return {
    /** What a message of locks may close; read while the locks themselves are stored. */
    candidates: async ({ serialNumber }: UnitConnection, message: LocksMessage): Promise<Open[]> => {
      const channels = lockedIn(message);
      return channels.length === 0 ? [] : openAt({ serialNumber, channels });
    },
    /** To be called once the locks of the message are stored. */
    close: async (connection: UnitConnection, candidates: Open[], message: LocksMessage, at: Date): Promise<void> => {
      if (candidates.length > 0)
        await within(limits.factStoreMs, "MongoDB", close(connection, candidates, message, at));
    },
  };
};
export type Closings = ReturnType<typeof createClosings>;
