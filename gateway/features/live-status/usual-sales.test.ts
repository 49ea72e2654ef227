import { expect, test } from "vitest";
import { usualHoursOf, weekMs } from "#shared/live-status/at-risk.rules.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../../scripts/migrate/testing/test-databases.ts";
import { createUsualSales } from "./usual-sales.ts";

const mongo = setUpDatabase();
const [minute, hour] = [60_000, 3_600_000] as const;
/** A Tuesday, 10:00 UTC. */
const tuesday = Date.UTC(2026, 10, 24, 10);

/** What one sale of 4 rupees a given time before or after the beginning of the outage, `weeks` earlier, adds. */
const rupeesOfOne = async (lasts: number, offset: number, weeks: number): Promise<number> => {
  const machine = aMachine();
  const lines = [anOrderLine({ quantity: 1, unitPrice: 400 })];
  const time = new Date(tuesday - weeks * weekMs + offset);
  await mongo.collections.orders.insertOne(anOrder(aUser(), machine, { status: "payment successful", time, lines }));
  const usual = usualHoursOf({ from: tuesday, before: tuesday + lasts }, tuesday - 100 * weekMs);
  return usual ? createUsualSales(mongo.collections)(machine._id, usual) : -1;
};

test.for<[words: string, lasts: number, offset: number, weeks: number, rupees: number]>([
  ["a sale in these hours a week ago is a quarter of the usual", 2 * hour, hour, 1, 1],
  ["and so is one four weeks ago", 2 * hour, hour, 4, 1],
  ["one five weeks ago is too old", 2 * hour, hour, 5, 0],
  ["one in the first moment counts", 2 * hour, 0, 2, 1],
  ["one in the moment before does not", 2 * hour, -1, 2, 0],
  ["one in the moment after the last does not", 2 * hour, 2 * hour, 2, 0],
  ["of an outage of half an hour the half hour counts", 30 * minute, 29 * minute, 1, 1],
  ["and the half hour after it does not", 30 * minute, 31 * minute, 1, 0],
  ["the same hour of another day does not count", 2 * hour, 25 * hour, 2, 0],
  ["an outage of nine days counts its first two days twice", 9 * 24 * hour, 30 * hour, 1, 2],
  ["and its other days once", 9 * 24 * hour, 72 * hour, 3, 1],
  ["an outage of a week counts each day once", weekMs, 100 * hour, 2, 1],
  ["what was sold after the outage began never counts", 9 * 24 * hour, 0, 0, 0],
])("%s", async ([, lasts, offset, weeks, rupees]) => {
  expect(await rupeesOfOne(lasts, offset, weeks)).toBe(rupees);
});
