import type { Mongo } from "#shared/runtime/mongo.ts";
import { until } from "#shared/testing/eventually.ts";
import { pause } from "../../simulator/pause.ts";
import type { SwitchedUnit } from "./switched-units.ts";

const minute = 60_000;
/** What was not written yet is by then. */
const writtenWithinMs = 120_000;

interface Rows {
  mongo: Pick<Mongo, "collections">;
  machine: string;
  unit: string;
}

/** A unit that has reported once that it is warm has reported so for a quarter of an hour. */
export const warmFor = async ({ mongo: { collections }, machine }: Rows): Promise<void> => {
  const { liveHistory } = collections;
  const find = () => liveHistory.findOne({ "meta.machine": machine });
  const { _id, ...row } = await until("a report of the warm unit", find, writtenWithinMs);
  const before = (minutes: number) => new Date(row.receivedAt.getTime() - minutes * minute);
  await liveHistory.insertMany(
    Array.from({ length: 14 }, (_, at) => ({ ...row, receivedAt: before(at + 1), at: before(at + 1) })),
  );
};

/** A weak antenna: the unit comes and goes, and stays. */
export const bounce = async (unit: SwitchedUnit): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await unit.on();
    await pause(200);
    await unit.off();
  }
  await unit.on();
};

/** All of it happened half an hour earlier: rows of a time series cannot be changed, so its unit has others. */
export const grownOlder = async ({ mongo: { collections }, machine, unit }: Rows): Promise<void> => {
  const { connectionHistory } = collections;
  const rows = await connectionHistory.find({ "meta.unit": unit }).toArray();
  await connectionHistory.insertMany(
    rows.map(({ _id, receivedAt, ...row }) => ({
      ...row,
      meta: { unit: `${unit}-earlier`, machine },
      receivedAt: new Date(receivedAt.getTime() - 31 * minute),
    })),
  );
  await connectionHistory.deleteMany({ "meta.unit": unit });
};
