import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetInReports, namedSomebody } from "#shared/account-deletion/forget-person.server.ts";
import { reportsRoom } from "#shared/events/rooms.ts";
import { dayOf } from "#shared/http/zone-days.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import { createReportFiles, type ReportFiles } from "#shared/reports/report-files.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";
import { setUpWatchers } from "../../testing/watcher.ts";

let machine: MachineDocument;
let files: ReportFiles;

const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" } });
const maker = setUpOperator(gateway);
const colleague = setUpOperator(gateway);
const admin = setUpOperator(gateway, "admin");
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  machine = await addMachine(gateway.parts, { name: "Metro" });
  files = createReportFiles(gateway.parts.mongo);
});
beforeEach(() => reports().deleteMany({}));

const reports = () => gateway.stores.reports;
const audit = (verb: string) => gateway.stores.audit.find({ verb }).toArray();
const january = { startDate: "2026-01-01", endDate: "2026/01/31" };
const form = { vendingMachine: "all", ...january, reportType: "Order" };

const request = async (by: SignedInOperator, body: object = form): Promise<Report> => {
  const answer = await by.post("/reports", body);
  if (answer.status !== 200) throw new Error(answer.body.error);
  return answer.body.report;
};
/** As a report worker leaves it. */
const finish = async ({ _id }: Report, content = "bytes of a sheet", people: string[] = []): Promise<ObjectId> => {
  const file = new ObjectId();
  async function* source() {
    yield Buffer.from(content);
  }
  const bytes = await files.store(file, source(), new AbortController().signal);
  await files.namePeople(file, people);
  const done = { state: "done" as const, file, bytes, progress: 100, rows: 1, endedAt: new Date() };
  await reports().updateOne({ _id: new ObjectId(_id) }, { $set: done });
  return file;
};

describe("requesting a report", () => {
  test("it waits for a worker, and its owner alone has it in their list", async () => {
    const report = await request(maker, { ...form, vendingMachine: machine.vendingMachineId });

    expect(report).toMatchObject({
      by: maker.userId.toHexString(),
      reportType: "Order",
      list: "orders",
      filters: {
        vendingMachine: machine.vendingMachineId,
        startDate: "2026-01-01",
        endDate: "2026-01-31",
        sort: "time",
      },
      format: "xlsx",
      state: "waiting",
      progress: 0,
      error: "",
      startedAt: null,
      endedAt: null,
    });
    expect((await maker.get("/reports")).body.reports).toEqual([report]);
    expect((await colleague.get("/reports")).body.reports).toEqual([]);
    expect(await audit("report.asked")).toHaveLength(1);
  });

  test("a moment counts as its day in TIME_ZONE", async () => {
    const days = { startDate: "2026-01-01T20:00:00.000Z", endDate: "2026-01-31" };
    expect((await request(maker, { ...form, ...days })).filters).toMatchObject({ startDate: "2026-01-02" });
  });

  test.each([
    [{ vendingMachine: undefined }, 400, "vendingMachine: is required"],
    [{ vendingMachine: "" }, 400, "vendingMachine: is required"],
    [{ startDate: undefined }, 400, "startDate: Invalid date"],
    [{ endDate: "" }, 400, "endDate: Invalid date"],
    [{ endDate: "2025-12-31" }, 400, "Invalid date"],
    [{ vendingMachine: "VM-nowhere" }, 404, "There is no vending machine VM-nowhere"],
    [{ reportType: "Users" }, 400, expect.stringContaining("reportType")],
    [{ format: "pdf" }, 400, expect.stringContaining("format")],
    [{ rows: 5 }, 400, expect.stringContaining("rows")],
  ])("%o is refused, and nothing waits", async (wrong, status, error) => {
    const answer = await maker.post("/reports", { ...form, ...wrong });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await reports().countDocuments()).toBe(0);
  });

  test("a list is exported with the filters of its address, and no others", async () => {
    const filters = { phone: "9876543210", status: "payment failed", sort: "-time", orderId: " " };
    const { body } = await maker.post("/reports/lists", { list: "orders", filters, format: "csv" });
    const { orderId: _none, ...kept } = filters;
    expect(body.report).toMatchObject({ reportType: null, list: "orders", filters: kept, format: "csv" });

    const wrong = await maker.post("/reports/lists", { list: "orders", filters: { status: "lost" } });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining("status")]);
    const unknown = await maker.post("/reports/lists", { list: "orders", filters: { $where: "1" } });
    expect([unknown.status, unknown.body.error]).toEqual([400, "$where: is no filter of this list"]);
  });

  test("repeated with its key it is requested once", async () => {
    const key = randomUUID();
    const twice = [1, 2].map(() => maker.post("/reports", form).set("idempotency-key", key));
    const [first, second] = await Promise.all(twice);
    expect(first?.body).toEqual(second?.body);
    expect(await reports().countDocuments()).toBe(1);
  });

  test("five of an operator may be under way; a colleague has five of their own", async () => {
    for (let nth = 0; nth < 5; nth++) await request(maker);
    const { status, body } = await maker.post("/reports", form);
    expect([status, body.error]).toEqual([409, "5 of your reports are not done yet: wait for one, or cancel one"]);
    await request(colleague);
  });
});

describe("a report that is there", () => {
  test("is downloaded by its maker under its name, and the audit says so", async () => {
    const report = await request(maker);
    await finish(report);
    const today = () => dayOf(gateway.parts.clock.now(), "Asia/Kolkata");
    const before = today(); // Midnight may pass.
    const answer = await maker.get(`/reports/${report._id}/file`).responseType("blob");

    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe("bytes of a sheet");
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-length": "16",
      "cache-control": "private, no-store",
      "content-disposition": expect.stringMatching(
        `filename="Order 2026-01-01 To 2026-01-31 Downloaded On (${before}|${today()}).xlsx"`,
      ),
    });
    const [line] = await audit("report.downloaded");
    expect(line).toMatchObject({ actor: { id: maker.userId }, record: { collection: "reports", id: report._id } });
  });

  test("belongs to its maker and to admins", async () => {
    const report = await request(maker);
    await finish(report);
    for (const [method, path] of [
      ["get", "file"],
      ["post", "cancel"],
      ["post", "again"],
    ] as const) {
      const { status, body } = await colleague[method](`/reports/${report._id}/${path}`);
      expect([status, body.error]).toEqual([403, "Only the operator who requested a report, and admins, may have it"]);
    }
    expect((await admin.get(`/reports/${report._id}/file`)).status).toBe(200);
  });

  test("made as an admin is not read by who is none any more", async () => {
    const former = await signedInAt(gateway, "admin");
    const report = await request(former);
    await finish(report);
    await reports().updateOne({ by: former.userId }, { $set: { madeAs: "admin" } });
    const read = async () => (await former.get(`/reports/${report._id}/file`)).status;
    expect(await read()).toBe(200);
    await gateway.stores.users.updateOne({ _id: former.userId }, { $set: { role: "staff" } });

    expect(await read()).toBe(403);
    expect((await admin.get(`/reports/${report._id}/file`)).status).toBe(200);
  });

  test("has no file before it is done, and none of one that nobody requested", async () => {
    const report = await request(maker);
    const { status, body } = await maker.get(`/reports/${report._id}/file`);
    expect([status, body.error]).toEqual([409, "This report has no file"]);
    expect((await maker.get(`/reports/${new ObjectId()}/file`)).status).toBe(404);
  });

  test("can be requested again, which waits beside it", async () => {
    const report = await request(maker);
    const early = await maker.post(`/reports/${report._id}/again`);
    expect([early.status, early.body.error]).toEqual([409, "This report is not done yet"]);
    await finish(report);

    const { body } = await maker.post(`/reports/${report._id}/again`);
    expect(body.report).toMatchObject({ state: "waiting", filters: report.filters, reportType: "Order" });
    expect(body.report._id).not.toBe(report._id);
    expect((await maker.get("/reports")).body.reports.map(({ _id }: Report) => _id)).toEqual([
      body.report._id,
      report._id,
    ]);
  });
});

test("one that waits is canceled; one that has ended stays as it is", async () => {
  const report = await request(maker);
  expect((await maker.post(`/reports/${report._id}/cancel`)).body.report).toMatchObject({ state: "canceled" });
  const done = await request(maker);
  await finish(done);
  expect((await maker.post(`/reports/${done._id}/cancel`)).body.report).toMatchObject({ state: "done" });
  expect(await audit("report.canceled")).toHaveLength(1);
});

test("its progress is published to its owner alone", async () => {
  const { token, userId } = await gateway.signIn("staff");
  const mine = await watchers.watch(token, [reportsRoom(userId.toHexString())]);
  await expect(watchers.watchAs([reportsRoom(userId.toHexString())])).rejects.toThrow("No such room");
  const report = await request(maker);
  await reports().updateOne(
    { _id: new ObjectId(report._id) },
    { $set: { by: userId, state: "running", progress: 42, rows: 420 } },
  );

  await eventually(() =>
    expect(mine.heard).toContainEqual({
      name: "report.changed",
      payload: expect.objectContaining({ view: expect.objectContaining({ _id: report._id, progress: 42, rows: 420 }) }),
    }),
  );
});

test("an account that is deleted is named by no report any more", async () => {
  const gone = new ObjectId();
  const other = new ObjectId();
  const naming = await request(maker);
  const file = await finish(naming, "names them", [other.toHexString(), gone.toHexString()]);
  const harmless = await request(maker);
  await finish(harmless, "names another", [other.toHexString()]);
  await maker.post("/reports/lists", { list: "orders", filters: { phone: "9000000077" } });
  const running = await request(maker);
  const holder = new ObjectId();
  await reports().updateOne({ _id: new ObjectId(running._id) }, { $set: { state: "running", holder } });

  const { mongo } = gateway.parts;
  const isNamedIn = (text: string) => text === "9000000077";
  await mongo.inTransaction((dbSession) => forgetInReports(mongo, dbSession, { user: gone, isNamedIn }));
  await files.sweep();

  const left = new Map((await reports().find().toArray()).map((report) => [report._id.toHexString(), report]));
  expect(left.size).toBe(3);
  expect(left.get(naming._id)).toMatchObject({ state: "failed", error: namedSomebody, file: null });
  expect(left.get(running._id)).toMatchObject({ state: "waiting", holder: null });
  expect(await files.open(file)).toBeNull();
  expect((await maker.get(`/reports/${harmless._id}/file`)).status).toBe(200);
});
