import { ObjectId } from "mongodb";
import { beforeEach, describe, expect, test } from "vitest";
import { aSalesDay } from "#shared/runtime/testing/stored-sales.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const sales = () => gateway.stores.sales;
const dayOf = (n: number) => new Date(Date.UTC(2026, 9, 1 + n)).toISOString().slice(0, 10);

const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" }, limits: { httpMs: 60_000 } });
const operator = setUpOperator(gateway);

/** 60 days from 1 October, each with other figures. */
let planted: SalesDocument[];
beforeEach(async () => {
  await sales().deleteMany({});
  planted = Array.from({ length: 60 }, (_, n) =>
    aSalesDay(dayOf(n), {
      sales: 100_000 + ((n * 37) % 60) * 1_050,
      gstPaise: 18_001 + ((n * 37) % 60) * 189,
      refundableDeposit: n * 1_000,
      securityDeposit: n % 7 === 0 ? 50_000 : 0,
      isOpen: n === 59,
    }),
  );
  await sales().insertMany(planted);
});

const read = async (query: string) => {
  const { status, body } = await operator.get(`/sales/${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body as { sales: SalesRow[]; pages: number; pageList: number[]; activePage: number; total: number };
};
const daysOf = (rows: SalesRow[]) => rows.map(({ date }) => date);

describe("the list of sales", () => {
  test("has fifty days a page, the newest first or the oldest, each with the specification's fields", async () => {
    const first = await read("?page=1&latest=true");
    expect(first).toMatchObject({ success: true, pages: 2, pageList: [1, 2], activePage: 1, total: 60 });
    expect(daysOf(first.sales)).toEqual(Array.from({ length: 50 }, (_, n) => dayOf(59 - n)));
    expect(daysOf((await read("?page=2&latest=false")).sales)).toEqual(daysOf(first.sales).slice(0, 10).reverse());
    expect((await read("?page=2&latest=true")).sales.at(-1)).toEqual({
      _id: planted[0]?._id.toHexString(),
      date: "2026-10-01",
      sales: 1000,
      refundableDeposit: 0,
      securityDeposit: 500,
      gst: { cgst: 90, sgst: 90.01 },
      orders: 1,
      isOpen: false,
      changedSinceDownload: false,
      downloadedAt: null,
    });
  });

  test.each([
    ["?startDate=2026-10-05&endDate=2026-10-07", 3],
    ["?startDate=2026/10/05&endDate=2026/10/05", 1],
    ["?month=november", 29],
    ["?month=Oct&startDate=2026-10-05&endDate=2026-10-07", 3],
    ["?date=2 nov 2026", 1],
    ["?date=2026-10-1", 10],
    // What follows the year is text, not a part of an expression: MongoDB refuses some of these as such.
    ["?date=2026 Nov", 0],
    ["?date=2026c", 0],
    ["?date=2026-1d", 0],
    ["?date=2026-10-0.", 0],
    ["?sales=1000", 1],
    ["?sales=1,010.5", 1],
    ["?sales=₹1,010.51", 0],
    ["?refundableDeposit=590.00", 1],
    ["?securityDeposit=500", 9],
    ["?gst=180.01", 1],
    ["?gst=90.00", 1],
    ["?gst=90.01&sort=-sales", 1],
  ])("narrowed by %s it finds %i", async (query, found) => {
    const { sales: rows, total } = await read(encodeURI(query));
    expect([rows.length, total]).toEqual([Math.min(50, found), found]);
  });

  test.each([
    ["?startDate=2026-10-05", "Invalid date"],
    ["?startDate=2026-10-05&endDate=2026-10-04", "Invalid date"],
    ["?page=0", "page: must be at least 1"],
    ["?sales=many", "many is no amount in rupees"],
  ])("%s is refused: %s", async (query, error) => {
    const { status, body } = await operator.get(`/sales/${query}`);
    expect([status, body]).toEqual([400, expect.objectContaining({ success: false, code: expect.any(String), error })]);
  });

  test.each(["sales", "refundableDeposit", "gst"] as const)("is sorted by %s over all pages", async (sort) => {
    const of = (row: SalesRow) => (sort === "gst" ? row.gst.cgst + row.gst.sgst : row[sort]);
    const rows = [...(await read(`?sort=-${sort}`)).sales, ...(await read(`?sort=-${sort}&page=2`)).sales];
    expect(rows).toHaveLength(60);
    expect(rows.map(of)).toEqual(rows.map(of).toSorted((a, b) => b - a));
  });
});

describe("what some days come to", () => {
  const summary = async (query: string) => (await operator.get(`/sales/summary${query}`)).body;

  test("stands by day with the empty ones, by brand, and by machine under its name of today", async () => {
    const machine = await addMachine(gateway.parts, { name: "Metro North" });
    const parts = { product: "c".repeat(24), gstBasisPoints: 1_800, gst: 0 };
    await sales().deleteMany({ day: { $gte: "2026-10-03" } });
    await sales().insertOne(
      aSalesDay("2026-10-04", {
        brands: [{ ...parts, brand: "Tonic", cans: 9, sales: 900_000 }],
        machines: [
          {
            machine: `${machine._id}`,
            vendingMachineId: machine.vendingMachineId,
            orders: 1,
            cans: 9,
            sales: 900_000,
            gst: 0,
          },
        ],
      }),
    );

    const { summary: found } = await summary("?startDate=2026-10-02&endDate=2026-10-04");

    expect(found.days.map(({ date, orders }: { date: string; orders: number }) => [date, orders])).toEqual([
      ["2026-10-02", 1],
      ["2026-10-03", 0],
      ["2026-10-04", 1],
    ]);
    expect(found.brands.map(({ brand, cans }: { brand: string; cans: number }) => [brand, cans])).toEqual([
      ["Tonic", 9],
      ["Cola", 2],
    ]);
    expect(found.machines.map(({ name, sales: sum }: { name: string; sales: number }) => [name, sum])).toEqual([
      ["Metro North", 9000],
      ["VM-1", 1388.5],
    ]);
  });

  test("a leap year is summed up", async () => {
    expect((await summary("?startDate=2024-01-01&endDate=2024-12-31")).summary.days).toHaveLength(366);
  });

  test("a week and a month end today", async () => {
    expect((await summary("?span=week")).summary.days).toHaveLength(7);
    expect((await summary("?span=month")).summary.days).toHaveLength(30);
  });

  test.each([
    ["", "span, or startDate and endDate: is required"],
    ["?startDate=2026-10-05&endDate=2026-10-04", "Invalid date"],
    ["?startDate=2024-01-01&endDate=2026-01-01", "Choose at most 366 days"],
    ["?startDate=2025-01-01&endDate=2026-01-02", "Choose at most 366 days"],
  ])("%s is refused: %s", async (query, error) => {
    const { status, body } = await operator.get(`/sales/summary${query}`);
    expect([status, body.error]).toEqual([400, error]);
  });
});

describe("the PDF of a day", () => {
  const download = (id: string | undefined) => operator.get(`/sales/download?id=${id}`);

  test("is a file named sales.pdf, and its row says when it has other figures since", async () => {
    const [day] = planted;
    const id = day?._id.toHexString();

    // The thread that draws starts with the first one: on a busy machine that takes long.
    const { status, headers, body } = await eventually(async () => {
      const answer = await download(id);
      expect(answer.status).toBe(200);
      return answer;
    });

    expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(headers["content-disposition"]).toContain('filename="sales.pdf"');
    expect(Buffer.from(body).subarray(0, 5).toString()).toBe("%PDF-");
    const shown = async () => (await read("?latest=false")).sales[0];
    expect(await shown()).toMatchObject({ changedSinceDownload: false, downloadedAt: expect.any(String) });
    await sales().updateOne({ _id: new ObjectId(id) }, { $inc: { version: 1 } });
    expect(await shown()).toMatchObject({ changedSinceDownload: true });
    await download(id);
    expect(await shown()).toMatchObject({ changedSinceDownload: false });
    const audited = await gateway.stores.audit.distinct("after.version", { verb: "sales.downloaded" });
    expect(audited).toEqual([1, 2]);
  });

  test("of no such day there is none, and it is said", async () => {
    const { status, body } = await download(new ObjectId().toHexString());
    expect([status, body]).toEqual([
      404,
      { success: false, code: expect.any(String), error: expect.stringContaining("There is no day of sales") },
    ]);
    expect((await download("7")).status).toBe(400);
  });
});

describe("the PDF of a month", () => {
  const download = (month: string) => operator.get(`/sales/download-month?month=${month}`);

  test("has all its days, and each of them counts as downloaded", async () => {
    const { status, headers } = await eventually(async () => {
      const answer = await download("2026-10");
      expect(answer.status).toBe(200);
      return answer;
    });

    expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(headers["content-disposition"]).toContain('filename="sales 2026-10.pdf"');
    const noted = await sales()
      .find({ downloaded: { $ne: null } })
      .sort({ day: 1 })
      .toArray();
    expect(noted.map(({ day }) => day)).toEqual(planted.slice(0, 31).map(({ day }) => day));
  });

  test.each([
    ["2025-01", 404, "Nothing was sold in January 2025"],
    ["2026-13", 400, "month: must be a month as yyyy-mm"],
  ])("%s is answered %i: %s", async (month, status, error) => {
    const answer = await download(month);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
});
