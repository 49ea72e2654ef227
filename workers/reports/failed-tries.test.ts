import { beforeEach, expect, test } from "vitest";
import { mostAttempts } from "#shared/reports/report.rules.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createListReader, type ListReader } from "../../gateway/exported-lists.ts";
import { createReportDesk } from "./report-desk.ts";
import { openReportFixture } from "./testing/report.fixture.ts";

const fixture = setUp(() => openReportFixture(12));
const lists = setUp(() => createListReader({ mongo: fixture.mongo, timeZone: "Asia/Kolkata" }));
beforeEach(async () => {
  await fixture.mongo.collections.reports.deleteMany({});
});

const desk = (more: Partial<Parameters<typeof createReportDesk>[0]> = {}) =>
  createReportDesk({ ...fixture, lists, now: async () => Date.now(), ...more });

/** As if the rest after each try that fails were over at once. */
const runRested = async (reader: ListReader): Promise<void> => {
  for (let tries = 0; tries < mostAttempts; tries += 1) {
    await desk({ lists: reader }).run();
    await fixture.mongo.collections.reports.updateMany({ state: "waiting" }, { $set: { heldUntil: null } });
  }
};

test("a store that is away for a moment ends no report: after a try that failed it rests, and others are made", async () => {
  let isAway = true;
  const shaky: ListReader = {
    open: (list, ...more) => {
      if (isAway && list === "orders") throw new Error("the store was away");
      return lists.open(list, ...more);
    },
  };
  const began = Date.now();
  const id = await fixture.request();
  const other = await fixture.request({ list: "users", reportType: null, filters: {} });

  await desk({ lists: shaky }).run();

  const resting = await fixture.report(id);
  expect(resting).toMatchObject({ state: "waiting", attempts: 1, holder: null });
  expect(resting.heldUntil?.getTime()).toBeGreaterThan(began + 4_000);
  expect((await fixture.report(other)).state).toBe("done");
  isAway = false;
  await runRested(shaky);
  expect(await fixture.report(id)).toMatchObject({ state: "done", attempts: 2, error: "" });
});

test("a report whose failure cannot be stored, as after MongoDB has gone, is begun again once it is back", async () => {
  let isAway = false;
  const lost: ListReader = {
    open: () => {
      isAway = true;
      throw new Error("connect ECONNREFUSED");
    },
  };
  const now = async () => {
    if (isAway) throw new Error("connect ECONNREFUSED");
    return Date.now();
  };
  const id = await fixture.request();
  await expect(desk({ lists: lost, now }).run()).rejects.toThrow("connect ECONNREFUSED");

  await desk().run();

  expect(await fixture.report(id)).toMatchObject({ state: "done", attempts: 2, error: "" });
});

test("what cannot be done says why; what failed for a moment is tried again", async () => {
  const wrong = await fixture.request({
    filters: { vendingMachine: "all", startDate: "2026-02-01", endDate: "2026-01-01" },
  });
  await desk().run();
  expect(await fixture.report(wrong)).toMatchObject({ state: "failed", error: "Invalid date", file: null });

  let tries = 0;
  const shaky: ListReader = {
    open: async (...args) => {
      if (++tries < 3) throw new Error("the store was away");
      return lists.open(...args);
    },
  };
  const id = await fixture.request();
  await runRested(shaky);
  expect(await fixture.report(id)).toMatchObject({ state: "done", attempts: 3, error: "" });

  const broken: ListReader = { open: () => Promise.reject(new Error("never")) };
  const hopeless = await fixture.request();
  await runRested(broken);
  expect(await fixture.report(hopeless)).toMatchObject({
    state: "failed",
    attempts: mostAttempts,
    file: null,
    error: "The report could not be made: try again, or narrow its filters",
  });
});
