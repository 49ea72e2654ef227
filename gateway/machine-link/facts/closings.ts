import type { ObjectId } from "mongodb";
import type { LocksMessage } from "#shared/events/machine-topics.ts";
import type { FactDocument, SessionRowDocument } from "#shared/runtime/documents/commands.ts";
import type { GatewayParts, UnitConnection } from "../../parts.ts";
import { createGroups } from "../batches/in-groups.ts";
import { writeFact } from "./fact-write.ts";
import type { Settling } from "./settling.ts";

type Parts = Pick<GatewayParts, "mongo" | "metrics"> & { settling: Settling };
interface Open {
  _id: ObjectId;
  session: ObjectId;
  serialNumber: string;
  channel: number;
  facts: { opened?: FactDocument };
}

const unitsPerQuery = 500;
const none: Open[] = [];

/** A lock that one message names twice is as the message says last. */
const lockedIn = ({ containers }: LocksMessage): Set<number> => {
  const last = new Map(containers.map(({ channel, isLocked }) => [channel, isLocked]));
  return new Set([...last].flatMap(([channel, isLocked]) => (isLocked ? [channel] : [])));
};

/** A lock that says locked closes what was seen open before it, even if the unit never says `closed`. */
export const createClosings = ({ mongo, metrics, settling }: Parts) => {
  const { doors, sessionRows } = mongo.collections;

  /** Almost always empty, so it is one question for many units, answered from a partial index. */
  const openAt = createGroups<string, Open[]>({
    work: async (serialNumbers) => {
      const filter = { serialNumber: { $in: serialNumbers }, awaitsClosing: true };
      const fields = { session: 1, serialNumber: 1, channel: 1, "facts.opened": 1 } as const;
      const found = await sessionRows.find(filter).project<Open>(fields).toArray();
      if (found.length === 0) return serialNumbers.map(() => ({ done: none }));
      const byUnit = new Map<string, Open[]>();
      for (const row of found) byUnit.set(row.serialNumber, [...(byUnit.get(row.serialNumber) ?? []), row]);
      return serialNumbers.map((serialNumber) => ({ done: byUnit.get(serialNumber) ?? none }));
    },
    maxWeight: unitsPerQuery,
  });

  /** Of another power-up than `opened` a message counts unless it is a leftover: the stored locks know the later one. */
  const notLeftOver = async (rows: Open[], { boot, seq }: LocksMessage): Promise<Open[]> => {
    const ofThisBoot = rows.filter(({ facts }) => facts.opened?.boot === boot && (facts.opened.seq ?? 0) < seq);
    const ofOther = rows.filter(({ facts }) => facts.opened && facts.opened.boot !== boot);
    if (ofOther.length === 0) return ofThisBoot;
    const ids = ofOther.map(({ serialNumber, channel }) => `${serialNumber}/${channel}`);
    const known = await doors
      .find({ _id: { $in: ids }, boot })
      .project<{ channel: number }>({ channel: 1 })
      .toArray();
    const current = new Set(known.map(({ channel }) => channel));
    return [...ofThisBoot, ...ofOther.filter(({ channel }) => current.has(channel))];
  };

  return {
    /** What a message of locks may close; asked beside the storing of the locks themselves. */
    candidates: async ({ serialNumber }: UnitConnection, message: LocksMessage): Promise<Open[]> => {
      const locked = lockedIn(message);
      if (locked.size === 0) return none;
      const open = await openAt(serialNumber);
      return open.filter(({ channel }) => locked.has(channel));
    },
    /** To be called once the locks of the message are stored. */
    close: async (candidates: Open[], message: LocksMessage, receivedAt: Date): Promise<void> => {
      if (candidates.length === 0) return;
      const rows = await notLeftOver(candidates, message);
      if (rows.length === 0) return;
      const { at, boot, seq } = message;
      const fact = { receivedAt, at: new Date(at), boot, seq, code: null, message: null, isLocked: true };
      const waiting: Pick<SessionRowDocument, "awaitsClosing"> = { awaitsClosing: true };
      const writes = rows.map(({ _id }) => writeFact({ _id, ...waiting }, "closed", fact));
      const { modifiedCount } = await sessionRows.bulkWrite(writes, { ordered: false });
      metrics.commandFacts.inc({ fact: "closed" }, modifiedCount);
      for (const { session } of rows) settling.wake(session);
    },
  };
};
export type Closings = ReturnType<typeof createClosings>;
