import type { ObjectId } from "mongodb";
import { createBatch, type JobOutcome } from "#shared/concurrency/batch.ts";
import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { failuresIn } from "../store-writes.ts";
import type { AwaitedClosings } from "./awaited-closings.ts";
import { type FactJob, type NewFact, writeFact } from "./fact-write.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits"> & { awaited: AwaitedClosings };

interface Stored {
  /** False where the fact was known before. */
  isNew: boolean;
  /** The row goes on, or may have gone on when the fact came. */
  mayDecide: boolean;
}

type Row = Pick<SessionRowDocument, "session" | "channel" | "facts" | "end">;

const factsPerGroup = 500;
const groupsAtOnce = 3;
const rowKey = (session: ObjectId, channel: number | null) => `${session.toHexString()}/${channel}`;

const isSame = ({ receivedAt, boot, seq }: NewFact, other: NewFact | undefined): boolean =>
  other !== undefined &&
  other.receivedAt.getTime() === receivedAt.getTime() &&
  other.boot === boot &&
  other.seq === seq;

/** Facts of many units, written together: a network that reports in one moment costs a few writes. */
export const createFactStore = ({ mongo, limits, awaited }: Parts) => {
  const { sessionRows } = mongo.collections;

  const rowsOf = async (jobs: FactJob[]): Promise<Map<string, Row>> => {
    const named = { session: { $in: jobs.map(({ command }) => command.session) } };
    const found = await sessionRows
      .find({ ...named, channel: { $in: jobs.map(({ channel }) => channel) } })
      .project<Row>({ session: 1, channel: 1, facts: 1, end: 1 })
      .toArray();
    return new Map(found.map((row) => [rowKey(row.session, row.channel), row]));
  };

  const write = async (jobs: FactJob[], heard: () => void): Promise<JobOutcome<Stored>[]> => {
    let failures = new Map<number, unknown>();
    const noted = awaited.note(jobs);
    noted.catch(() => undefined);
    let newlyKnown = 0;
    try {
      const writes = jobs.map(({ command, channel, name, fact }) =>
        writeFact({ session: command.session, channel }, command.type, name, fact, command),
      );
      const { modifiedCount } = await sessionRows.bulkWrite(writes, { ordered: false });
      newlyKnown = modifiedCount;
    } catch (error) {
      failures = failuresIn(
        error,
        jobs.map((_, i) => i),
      );
    }
    await noted;
    heard();
    if (newlyKnown === jobs.length) return jobs.map(() => ({ done: { isNew: true, mayDecide: true } }));
    // Some were known before, as after a lost PUBACK: which ones, the rows say.
    const rows = await rowsOf(jobs);
    return jobs.map(({ command, channel, name, fact }, i) => {
      if (failures.has(i)) return { failed: failures.get(i) };
      const row = rows.get(rowKey(command.session, channel));
      const isNew = isSame(fact, row?.facts[name]);
      return { done: { isNew, mayDecide: isNew || row?.end === null } };
    });
  };

  return createBatch<FactJob, Stored>({
    work: write,
    unitOf: ({ command }) => command.serialNumber,
    maxWeight: factsPerGroup,
    atOnce: groupsAtOnce,
    answerMs: limits.factStoreMs,
  });
};
