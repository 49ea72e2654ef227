import { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aSession, commandOfSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import type { PlantedUnit } from "../walks/planted.ts";

const minuteMs = 60_000;
const yearMs = 365 * 86_400_000;
/** Commands go after 90 days. */
const commandsKeptMs = 90 * 86_400_000;
const perWrite = 10_000;
/** Nobody waits for these to reach a majority. */
const quickly = { ordered: false, writeConcern: { w: 1 } };
const sayEveryMs = 10_000;

interface Year {
  historyRows: number;
  sessions: number;
  say: (line: string) => void;
}

/** What a year leaves behind: history of these units' machines, sessions that ended, their rows and commands. */
export const plantYear = async (mongo: Mongo, units: PlantedUnit[], { historyRows, sessions, say }: Year) => {
  const progress = (what: string, whole: number) => {
    let done = 0;
    let saidAt = Date.now();
    return (many: number) => {
      done += many;
      if (Date.now() - saidAt < sayEveryMs) return;
      saidAt = Date.now();
      say(`planted ${done} of ${whole} ${what} ...`);
    };
  };
  await plantHistory(mongo, units, historyRows, progress("rows of history", historyRows));
  await plantSessions(mongo, units, sessions, progress("sessions", sessions));
};

/**
 * Of ten rows eight are heartbeats, one is a door and one a connection. One machine's are inserted; the others get copies
 * of the buckets in which MongoDB keeps them, as mongorestore would write them: ten million rows take minutes, not hours.
 */
const plantHistory = async (mongo: Mongo, units: PlantedUnit[], rows: number, tell: (many: number) => void) => {
  const [first, ...others] = units;
  if (!first) return;
  const perUnit = Math.ceil(rows / units.length);
  await insertHistory(mongo, first, perUnit);
  tell(perUnit);
  for (const name of ["liveHistory", "lockHistory", "connectionHistory"]) {
    const buckets = mongo.db.collection(`system.buckets.${name}`);
    const pattern = await buckets.find().toArray();
    for (const unit of others) {
      const meta = { unit: unit.plan.serialNumber, machine: unit.machineId };
      // The first four bytes of a bucket's id are the time at which it begins.
      const copies = pattern.map((bucket) => ({ ...bucket, _id: copyOf(bucket._id), meta }));
      await buckets.insertMany(copies, quickly);
      tell(Math.round(perUnit / 3));
    }
  }
};

const copyOf = (id: ObjectId): ObjectId =>
  new ObjectId(id.toHexString().slice(0, 8) + new ObjectId().toHexString().slice(8));

/** 90 days are kept: rows are spread over them. The newest is a moment old. */
const insertHistory = async (
  { collections: { liveHistory, lockHistory, connectionHistory } }: Mongo,
  { plan, machineId }: PlantedUnit,
  many: number,
) => {
  const meta = { unit: plan.serialNumber, machine: machineId };
  const stepMs = Math.max(minuteMs, Math.floor((89 * 86_400_000) / many));
  for (let first = 0; first < many; first += perWrite) {
    const moments = Array.from(
      { length: Math.min(perWrite, many - first) },
      (_, i) => new Date(Date.now() - (many - first - i) * stepMs),
    );
    const ofPlace = (places: number[]) => moments.filter((_, i) => places.includes(i % 10));
    await liveHistory.insertMany(
      ofPlace([0, 1, 2, 3, 4, 5, 6, 7]).map((receivedAt, i) => ({
        receivedAt,
        meta,
        strength: -60 - (i % 20),
        version: "2.4.1",
        uptime: i * 60,
        at: receivedAt,
      })),
      quickly,
    );
    await lockHistory.insertMany(
      ofPlace([8]).map((receivedAt, i) => ({
        receivedAt,
        meta,
        channel: 1 + (i % 10),
        isLocked: i % 2 === 0,
        at: receivedAt,
        boot: "year",
        seq: first + i,
      })),
      quickly,
    );
    await connectionHistory.insertMany(
      ofPlace([9]).map((receivedAt, i) => ({
        receivedAt,
        meta,
        event: i % 2 === 0 ? ("connected" as const) : ("disconnected" as const),
        why: i % 2 === 0 ? null : "silent",
        connection: `year-${i}`,
        gateway: "year",
      })),
      quickly,
    );
  }
};

const plantSessions = async (
  { collections: { sessions, sessionRows, commands } }: Mongo,
  units: PlantedUnit[],
  many: number,
  tell: (many: number) => void,
) => {
  const stepMs = yearMs / many;
  for (let first = 0; first < many; first += perWrite) {
    const ended = Array.from({ length: Math.min(perWrite, many - first) }, (_, i) => {
      const { plan, machineId } = units[(first + i) % units.length] as PlantedUnit;
      const createdAt = new Date(Date.now() - (many - first - i) * stepMs - minuteMs);
      const finishedAt = new Date(createdAt.getTime() + 20_000);
      const machine = { _id: new ObjectId(machineId), vendingMachineId: plan.vendingMachineId };
      const session = aSession(machine, {
        createdAt,
        startedAt: createdAt,
        finishedAt,
        status: "completed",
        channels: [1 + (i % 10)],
      });
      return { session, serialNumber: plan.serialNumber, finishedAt };
    });
    await sessions.insertMany(
      ended.map(({ session }) => session),
      quickly,
    );
    await sessionRows.insertMany(
      ended.flatMap(({ session, serialNumber, finishedAt }) => {
        const fact = (seq: number) => ({
          receivedAt: finishedAt,
          at: finishedAt,
          boot: "year",
          seq,
          late: false,
          code: null,
          message: null,
          isLocked: null,
        });
        return rowsOfSession(session, {
          sentAt: session.createdAt,
          serialNumber,
          connection: "year",
          deadlineAt: null,
          factCount: 3,
          facts: { acknowledged: fact(1), opened: fact(2), closed: fact(3) },
          end: "done",
          endedAt: finishedAt,
        });
      }),
      quickly,
    );
    const kept = ended.filter(({ session }) => Date.now() - session.createdAt.getTime() < commandsKeptMs);
    if (kept.length > 0)
      await commands.insertMany(
        kept.map(({ session, serialNumber }) => ({
          ...commandOfSession(session, serialNumber),
          state: "sent" as const,
        })),
        quickly,
      );
    tell(ended.length);
  }
};
