import { ObjectId } from "mongodb";
import { beforeEach, expect, test } from "vitest";
import { read, utils } from "xlsx";
import { purchaseColumns } from "#shared/orders/order-list.ts";
import { ReportedList } from "#shared/reports/report.schema.ts";
import { reportedLists } from "#shared/reports/reported-lists.ts";
import { aWebhook } from "#shared/runtime/testing/stored-webhooks.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createListReader, type ListReader } from "../../gateway/exported-lists.ts";
import { createReportDesk } from "./report-desk.ts";
import { openReportFixture } from "./testing/report.fixture.ts";

let clock = Date.now();

const fixture = setUp(() => openReportFixture(2_345));
const lists = setUp(() => createListReader({ mongo: fixture.mongo, timeZone: "Asia/Kolkata" }));
beforeEach(async () => {
  clock = Date.now();
  await fixture.mongo.collections.reports.deleteMany({});
  await fixture.files.sweep();
});

const desk = (more: Partial<Parameters<typeof createReportDesk>[0]> = {}) =>
  createReportDesk({ ...fixture, lists, now: async () => clock, ...more });

const rowsOf = async (id: ObjectId): Promise<unknown[][]> => {
  const { SheetNames, Sheets } = read(await fixture.contentOf(id));
  return SheetNames.flatMap((name) => utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1 }));
};
/** A list whose rows come only when they are let. */
const halting = () => {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reader: ListReader = {
    open: async (...args) => {
      const opened = await lists.open(...args);
      const batches = async function* () {
        let nth = 0;
        for await (const rows of opened.batches) {
          if (nth++ === 1) await gate;
          yield rows;
        }
      };
      return { ...opened, batches: batches() };
    },
  };
  return { reader, open: () => open() };
};

test("a report equals its list row for row, texts and figures, the oldest first", async () => {
  const { webhooks, webhookDeliveries } = fixture.mongo.collections;
  await webhooks.insertOne(aWebhook(["report.ready"]));
  const id = await fixture.request();
  await desk().run();
  const data = { report: { _id: id.toHexString(), list: "orders", rows: 2_345 } };
  expect(await webhookDeliveries.find().toArray()).toMatchObject([{ type: "report.ready", subject: { id }, data }]);
  await webhooks.deleteMany({});

  const report = await fixture.report(id);
  expect(report).toMatchObject({ state: "done", progress: 100, rows: 2_345, error: "", holder: null, attempts: 1 });
  const [heads, ...rows] = await rowsOf(id);
  expect(heads).toEqual(purchaseColumns.map(({ head }) => head));
  expect(rows).toHaveLength(2_345);
  expect(rows.map(([orderId]) => orderId)).toEqual(fixture.orders.map(({ orderId }) => orderId));
  expect(rows.map((row) => row[5])).toEqual(fixture.orders.map(({ netAmount }) => netAmount / 100));
  expect([...new Set(rows.map((row) => row[2]))]).toEqual(["Anu", "=Bela()", "Chitra 😀"]);
  // 00:00 UTC of 10 January is 05:30 in Asia/Kolkata.
  expect(Number(rows[0]?.[8])).toBeCloseTo((Date.UTC(2026, 0, 10, 5, 30) - Date.UTC(1899, 11, 30)) / 86_400_000, 6);
  expect(report.bytes).toBe((await fixture.contentOf(id)).length);
  expect(await fixture.mongo.collections.reportPeople.countDocuments({ people: fixture.people[0]?._id })).toBe(1);
});

test("a list's filters and order apply to its file too; as CSV no name is computed", async () => {
  const filters = { status: "payment failed", sort: "-time" };
  const id = await fixture.request({ reportType: null, filters, format: "csv" });
  await desk().run();

  const lines = (await fixture.contentOf(id)).toString().split("\r\n");
  const found = fixture.orders.filter(({ status }) => status === "payment failed").reverse();
  expect(lines.slice(1, -1).map((line) => line.split(",")[0])).toEqual(found.map(({ orderId }) => orderId));
  expect(lines.join()).toContain(",'=Bela(),");
});

test("a list of however many people is written in bounded memory, and its file is known to name each", async () => {
  const count = 90_000;
  const people = new Set<string>();
  let most = 0;
  const named = (at: number) => at.toString(16).padStart(24, "0");
  const batches = async function* () {
    for (let at = 0; at < count; at += 1_000) {
      for (let nth = at; nth < at + 1_000; nth += 1) people.add(named(nth));
      most = Math.max(most, people.size);
      yield [["a row"]];
    }
  };
  const plan = { name: "Users", columns: [{ head: "Name" }], offsetMinutes: () => 0 };
  const endless = { plan, total: count, people, batches: batches(), end: async () => {} };
  const id = await fixture.request({ list: "users", reportType: null, filters: {} });

  await desk({ lists: { open: async () => endless } }).run();

  const { file } = await fixture.report(id);
  const stored = await fixture.mongo.collections.reportPeople.find({ file: file ?? id }).toArray();
  expect(new Set(stored.flatMap((some) => some.people.map(String))).size).toBe(count);
  expect(most).toBeLessThan(count / 3);
});

test("canceled in its middle, a report leaves nothing behind, and the next one is made", async () => {
  const { reader, open } = halting();
  const id = await fixture.request();
  const next = await fixture.request();
  const running = desk({ lists: reader });
  const ended = running.run();
  await eventually(async () => expect((await fixture.report(id)).rows).toBeGreaterThan(0));
  await fixture.mongo.collections.reports.updateOne(
    { _id: id },
    { $set: { state: "canceled", holder: null, endedAt: new Date() } },
  );
  open();
  await ended;

  expect(await fixture.report(id)).toMatchObject({ state: "canceled", file: null });
  const { file } = await fixture.report(next);
  expect(await fixture.stored()).toEqual([String(file)]);
});

test("a worker that fell silent is replaced; when it wakes up there is one file", async () => {
  const { reader, open } = halting();
  const id = await fixture.request();
  const frozen = desk({ lists: reader });
  const ended = frozen.run();
  await until("the first rows", async () => (await fixture.report(id)).rows > 0);

  // As if it had extended its lease long ago.
  await until("another worker has made it", async () => {
    await fixture.mongo.collections.reports.updateOne(
      { _id: id, state: "running" },
      { $set: { heldUntil: new Date(0) } },
    );
    await desk().run();
    return (await fixture.report(id)).state === "done";
  });
  const { file, attempts } = await fixture.report(id);
  open();
  await ended;

  expect(attempts).toBeGreaterThan(1);
  expect((await fixture.report(id)).file).toEqual(file);
  // A piece that was on its way as the attempt was given up is named by nobody, and swept.
  await eventually(async () => {
    await desk().run();
    expect(await fixture.stored()).toEqual([String(file)]);
  });
  expect(await rowsOf(id)).toHaveLength(2_346);
});

test("two workers make the reports of two operators at once, and each operator's one after another", async () => {
  const by = new ObjectId();
  const { reader, open } = halting();
  const first = await fixture.request({ by });
  const second = await fixture.request({ by });
  const others = await fixture.request();
  const busy = desk({ lists: reader });
  const ended = busy.run();
  await until("the first one runs", async () => (await fixture.report(first)).rows > 0);

  await desk().run();
  expect((await fixture.report(others)).state).toBe("done");
  expect((await fixture.report(second)).state).toBe("waiting");
  open();
  await ended;
  expect((await fixture.report(second)).state).toBe("done");
});

test("a worker that ends gives its report back as it was", async () => {
  const { reader, open } = halting();
  const id = await fixture.request();
  const ending = desk({ lists: reader });
  const ended = ending.run();
  await until("the first rows", async () => (await fixture.report(id)).rows > 0);
  const stopped = ending.stop();
  open();
  await Promise.all([ended, stopped]);

  expect(await fixture.report(id)).toMatchObject({ state: "waiting", attempts: 0, holder: null });
  expect(await fixture.stored()).toEqual([]);
});

test("what no report names is swept away, and nothing else", async () => {
  const id = await fixture.request();
  await desk().run();
  const { file } = await fixture.report(id);
  const left = new ObjectId();
  await fixture.mongo.db.collection("reportFiles.chunks").insertOne({ files_id: left, n: 0, data: Buffer.from("x") });
  expect(await fixture.files.sweep()).toBe(1);
  expect(await fixture.stored()).toEqual([String(file)]);

  await fixture.mongo.collections.reports.deleteOne({ _id: id });
  await fixture.files.sweep();
  expect(await fixture.stored()).toEqual([]);
});

test.each(ReportedList.options)(
  "the list %s is written with its own heads, and every row that its page counts",
  async (list) => {
    const id = await fixture.request({ list, reportType: null, filters: {} });
    await desk().run();

    const [heads, ...rows] = await rowsOf(id);
    expect(heads).toEqual(reportedLists[list].columns.map(({ head }) => head));
    expect(rows).toHaveLength((await fixture.report(id)).rows);
    if (list === "users") expect(rows).toHaveLength(fixture.people.length);
  },
);
