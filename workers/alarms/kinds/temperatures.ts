import type { Mongo } from "#shared/runtime/mongo.ts";
import type { NetworkMachine } from "../network.ts";

type Parts = Pick<Mongo, "collections">;
const minute = 60_000;

/** Cold drinks keep between these, in degrees Celsius. */
export const range = { from: 0, to: 12 };
const outsideMs = 15 * minute;
/** Units report once a minute: so old a report may be and still say how warm it is now. */
const reportedMs = 3 * minute;
/** A unit leaves out what its sensor does not say at the moment: for this long its last reading counts. */
const readingMs = 24 * 60 * minute;
export const isOutside = (temperature: number | undefined): temperature is number =>
  temperature !== undefined && (temperature < range.from || temperature > range.to);

interface Reading {
  receivedAt: Date;
  telemetry: { temperature: number };
}
/** Heartbeats since a moment, those without a temperature left out. */
const readingsSince = (since: number) => ({
  receivedAt: { $gt: new Date(since) },
  "telemetry.temperature": { $type: "number" as const },
});

/** Since when each of its readings was outside the range, if that is so for long; null otherwise. */
export const outsideSince = async (
  { collections }: Parts,
  machine: NetworkMachine,
  now: number,
): Promise<number | null> => {
  const rows = await collections.liveHistory
    .find({ "meta.machine": machine._id.toHexString(), ...readingsSince(now - outsideMs - reportedMs) })
    .project<Reading>({ _id: 0, receivedAt: 1, "telemetry.temperature": 1 })
    .sort({ receivedAt: 1 })
    .toArray();
  const [first] = rows;
  if (!first || now - first.receivedAt.getTime() < outsideMs) return null;
  return rows.every(({ telemetry }) => isOutside(telemetry.temperature)) ? first.receivedAt.getTime() : null;
};

/**
 * What these units read last of their present machines, of the last day; without those that read nothing. The lookup
 * stops at the newest row with a reading: grouped, all rows of the day would be read.
 */
export const lastReadings = async (
  { collections: { liveHistory, units } }: Parts,
  serialNumbers: string[],
  now: number,
): Promise<Map<string, number>> => {
  if (serialNumbers.length === 0) return new Map();
  const isIts = { $expr: { $eq: ["$meta.unit", "$$unit"] } };
  const found = await units
    .aggregate<{ serialNumber: string; last: Reading[] }>([
      { $match: { serialNumber: { $in: serialNumbers } } },
      { $set: { machine: { $toString: "$machine" } } },
      {
        $lookup: {
          from: liveHistory.collectionName,
          localField: "machine",
          foreignField: "meta.machine",
          let: { unit: "$serialNumber" },
          as: "last",
          pipeline: [
            { $match: { ...readingsSince(now - readingMs), ...isIts } },
            { $sort: { receivedAt: -1 } },
            { $limit: 1 },
          ],
        },
      },
      { $project: { serialNumber: 1, "last.telemetry.temperature": 1 } },
    ])
    .toArray();
  return new Map(
    found.flatMap(({ serialNumber, last: [row] }) => (row ? [[serialNumber, row.telemetry.temperature]] : [])),
  );
};
