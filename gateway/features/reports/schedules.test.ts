import { ObjectId } from "mongodb";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetInReports } from "#shared/account-deletion/forget-person.server.ts";
import { reportsRoom } from "#shared/events/rooms.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import { dueAfter, dueMoment, mostSchedules } from "#shared/reports/schedule.rules.ts";
import type { Repetition } from "#shared/reports/schedule.schema.ts";
import { aReport, aSchedule } from "#shared/runtime/testing/stored-reports.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";
import { setUpWatchers } from "../../testing/watcher.ts";

const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" } });
const maker = setUpOperator(gateway);
const colleague = setUpOperator(gateway);
const admin = setUpOperator(gateway, "admin");
const watchers = setUpWatchers(gateway);
beforeEach(async () => {
  await gateway.stores.reports.deleteMany({});
  await gateway.stores.reportSchedules.deleteMany({});
  await gateway.stores.audit.deleteMany({});
});

const schedules = () => gateway.stores.reportSchedules;
const verbs = async () => (await gateway.stores.audit.find().sort({ at: 1 }).toArray()).map(({ verb }) => verb);
const daily: Repetition = { every: "day" };

const aDone = async (by: SignedInOperator = maker, options: Parameters<typeof aReport>[0] = {}): Promise<string> => {
  const report = aReport({ by: by.userId, state: "done", endedAt: new Date(), ...options });
  await gateway.stores.reports.insertOne(report);
  return report._id.toHexString();
};
const repeat = (by: SignedInOperator, id: string, repetition: object = daily) =>
  by.post(`/reports/${id}/schedule`, { repetition });

describe("a report that is repeated", () => {
  test("is made next on the first day of its kind, of days that are not yet said", async () => {
    const repetition: Repetition = { every: "month", day: 31 };
    const { status, body } = await repeat(maker, await aDone(), repetition);

    expect(status).toBe(200);
    const due = dueAfter(repetition, dayOf(gateway.parts.clock.now(), "Asia/Kolkata"));
    expect(body.schedule).toMatchObject({
      by: maker.userId.toHexString(),
      reportType: "Order",
      filters: { vendingMachine: "all", sort: "time" },
      byDays: true,
      repetition,
      nextAt: new Date(dueMoment(due, "Asia/Kolkata")).toISOString(),
      lastAt: null,
    });
    expect((await maker.get("/reports/schedules")).body.schedules).toEqual([body.schedule]);
    expect((await colleague.get("/reports/schedules")).body.schedules).toEqual([]);
    expect(await verbs()).toEqual(["report.repeated"]);
  });

  test("of a list without days it is the list as it then is", async () => {
    const filters = { status: "payment failed", sort: "-time" };
    const { body } = await repeat(maker, await aDone(maker, { reportType: null, filters }));
    expect(body.schedule).toMatchObject({ reportType: null, list: "orders", filters, byDays: false });
  });

  test.each([
    [{}, "must be repeated each day, week or month"],
    [{ every: "year" }, "must be repeated each day, week or month"],
    [{ every: "week" }, "weekday"],
    [{ every: "week", weekday: 8 }, "weekday"],
    [{ every: "month", day: 0 }, "day"],
    [{ every: "month", day: 32 }, "day"],
    [{ every: "day", at: "05:00" }, "at"],
  ])("%o is no repetition", async (wrong, named) => {
    const { status, body } = await repeat(maker, await aDone(), wrong);
    expect([status, body.error]).toEqual([400, expect.stringContaining(named)]);
    expect(await schedules().countDocuments()).toBe(0);
  });

  test("is repeated alike once, also by two clicks at the same time; otherwise it may be repeated beside it", async () => {
    const id = await aDone();
    const both = await Promise.all([repeat(maker, id), repeat(maker, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error).toBe("This report is repeated like that already");
    expect((await repeat(maker, id, { every: "week", weekday: 1 })).status).toBe(200);
    expect(await schedules().countDocuments()).toBe(2);
  });

  test("is one of so many at most", async () => {
    await schedules().insertMany(
      Array.from({ length: mostSchedules }, (_, at) =>
        aSchedule({ by: maker.userId, filters: { vendingMachine: `VM-${at}` } }),
      ),
    );
    const { status, body } = await repeat(maker, await aDone());
    expect([status, body.error]).toEqual([409, "You have 20 repeated reports: end one of them first"]);
  });

  test("is nobody else's to repeat or to end, but an admin's", async () => {
    const id = await aDone();
    expect((await repeat(colleague, id)).status).toBe(403);
    const { schedule } = (await repeat(maker, id)).body;
    const path = `/reports/schedules/${schedule._id}`;
    const refused = await colleague.delete(path);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "Only the operator of a repeated report, and admins, may end it",
    ]);
    expect((await admin.delete(path)).body.schedule).toEqual(schedule);
    expect((await maker.delete(path)).status).toBe(404);
    expect(await verbs()).toEqual(["report.repeated", "report.repetition-ended"]);
  });
});

test("its operator alone is notified that it was made and ended", async () => {
  const { token, userId } = await gateway.signIn("staff");
  const mine = await watchers.watch(token, [reportsRoom(userId.toHexString())]);
  const schedule = aSchedule({ by: userId });
  await schedules().insertOne(schedule);
  const published = (name: string) => mine.heard.filter((event) => event.name === name);
  await eventually(() => expect(published("reportSchedule.changed")).toHaveLength(1));
  await schedules().deleteOne({ _id: schedule._id });
  await eventually(() => expect(published("reportSchedule.removed")).toHaveLength(1));
});

test.each([
  ["suspended", { suspend: true }, 0],
  ["made a customer", { role: "customer" }, 0],
  ["renamed", { name: "Asha" }, 1],
])("of an operator who is %s so much is repeated: %o, %i", async (_, change, left) => {
  const { userId } = await signedInAt(gateway);
  await schedules().insertMany([aSchedule({ by: userId }), aSchedule()]);
  expect((await admin.put(`/users/${userId}`, change)).status).toBe(200);
  expect(await schedules().countDocuments({ by: userId })).toBe(left);
  expect(await schedules().countDocuments()).toBe(1 + left);
  const ended = await gateway.stores.audit.find({ verb: "report.repetition-ended" }).toArray();
  expect(ended.map(({ reason }) => reason)).toEqual(left ? [] : ["No longer an operator"]);
});

test("an account that is deleted is repeated by nobody, neither as operator nor as customer", async () => {
  const gone = new ObjectId();
  const other = aSchedule();
  await schedules().insertMany([aSchedule({ by: gone }), aSchedule({ filters: { phone: "9000000078" } }), other]);
  const { mongo } = gateway.parts;
  const isNamedIn = (text: string) => text === "9000000078";
  await mongo.inTransaction((dbSession) => forgetInReports(mongo, dbSession, { user: gone, isNamedIn }));
  expect(await schedules().distinct("_id")).toEqual([other._id]);
});

describe("read marks of reports", () => {
  test("is read once it was seen: one's own, and what has ended", async () => {
    const done = await aDone();
    const failed = await aDone(maker, { state: "failed", error: "too long" });
    const waiting = await aDone(maker, { state: "waiting", endedAt: null });
    const others = await aDone(colleague);
    const { body } = await maker.post("/reports/read", { reports: [done, failed, waiting, others] });

    const seen = new Map(
      body.reports.map((report: { _id: string; readAt: string | null }) => [report._id, report.readAt]),
    );
    expect([...seen.keys()].sort()).toEqual([done, failed, waiting].sort());
    expect([seen.get(done), seen.get(failed), seen.get(waiting)]).toEqual([
      expect.any(String),
      expect.any(String),
      null,
    ]);
    expect((await colleague.get("/reports")).body.reports).toMatchObject([{ _id: others, readAt: null }]);
  });

  test("of an older report counts as read", async () => {
    const report = aReport({ by: maker.userId, state: "done", endedAt: new Date() });
    await gateway.stores.reports.insertOne(report);
    await gateway.stores.reports.updateOne({ _id: report._id }, { $unset: { readAt: "" } });
    const { reports } = (await maker.get("/reports")).body;
    expect(reports).toMatchObject([{ readAt: report.endedAt?.toISOString() }]);
  });
});

test("of seven reports requested at the same moment five wait", async () => {
  const form = { vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-01-31", reportType: "Order" };
  const answers = await Promise.all(Array.from({ length: 7 }, () => maker.post("/reports", form)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  expect(await gateway.stores.reports.countDocuments({ by: maker.userId })).toBe(5);
});
