import { get } from "node:http";
import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { listCansInStock } from "#shared/inventory/can.api.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { plantCans, stockedAt } from "../../testing/planted-cans.ts";

let machine: MachineDocument;
let other: MachineDocument;
let cola: ProductDocument;
const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" } });
const operator = setUpOperator(gateway);
beforeAll(async () => {
  ({ cola, metro: machine, campus: other } = await plantCans(gateway.parts));
});

const read = async (query = "") => {
  const { status, body } = await operator.get(`/containers/cans-in-stock${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body.cansInStock as CallReply<typeof listCansInStock>["cansInStock"];
};
const refused = async (query: string) => {
  const { status, body } = await operator.get(`/containers/cans-in-stock${query}`);
  return [status, body.error];
};

describe("the cans in stock", () => {
  test("are the newest fifty first, with what each row shows", async () => {
    const { cans: rows, ...figures } = await read();

    expect(figures).toEqual({ pages: 3, activePage: 1, currentPage: 1, pageList: [1, 2, 3], total: 130 });
    expect(rows).toHaveLength(50);
    expect(rows[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      containerId: expect.stringMatching(/^(29|30)$/),
      product: { _id: `${cola._id}`, brand: cola.brand },
      vendingMachine: { _id: `${other._id}`, name: "Campus", vendingMachineId: other.vendingMachineId },
      updatedAt: stockedAt(128).toISOString(),
    });
  });

  test.each([
    ["newest", "true"],
    ["oldest", "false"],
  ])("stand on the pages once each, the %s first, whichever end a page is read from", async (_order, days) => {
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await read(`?page=${page}&days=${days}`)).cans);
    const { cans: whole } = await read(`?days=${days}&download=true`);

    expect(pages).toEqual(whole);
    expect(new Set(pages.map(({ _id }) => _id)).size).toBe(130);
    const times = pages.map(({ updatedAt }) => updatedAt);
    const sorted = [...times].sort();
    expect(times).toEqual(days === "true" ? sorted.reverse() : sorted);
  });

  test("beyond the last page there are none", async () => {
    expect(await read("?page=4")).toMatchObject({ cans: [], pages: 3, activePage: 4, total: 130 });
  });

  test.each(["0", "-1", "1.5", "two", "1e99x"])("page %s is refused", async (page) => {
    const [status, error] = await refused(`?page=${page}`);

    expect(status).toBe(400);
    expect(error).toContain("page");
  });
});

describe("filters", () => {
  test.each<[string, () => string, number]>([
    ["the machine's database id", () => `${machine._id}`, 100],
    ["its business id", () => other.vendingMachineId, 30],
    ["all", () => "all", 130],
    ["nothing", () => "", 130],
    ["an id that no machine has", () => `${new ObjectId()}`, 0],
    ["a word that no machine has", () => "VM-nowhere", 0],
  ])("a machine named by %s", async (_title, named, total) => {
    expect((await read(`?vendingMachine=${named()}`)).total).toBe(total);
    expect((await read(`?vendingMachine=${named()}&download=true`)).cans).toHaveLength(total);
  });

  test.each([
    ["one day, both ends inclusive", "2026-01-03", "2026-01-03", 2],
    ["as the console writes days", "2026/01/03", "2026/01/04", 4],
    ["the first day that has cans", "2025-12-01", "2026-01-01", 2],
    ["days without cans", "2025-01-01", "2025-12-31", 0],
  ])("%s: from %s to %s", async (_title, start, end, total) => {
    const { cans: rows, total: counted } = await read(`?startDate=${start}&endDate=${end}`);

    expect([rows.length, counted]).toEqual([total, total]);
  });

  test("together narrow the list", async () => {
    const query = `?vendingMachine=${machine.vendingMachineId}&startDate=2026-01-01&endDate=2026-12-31&page=2`;

    expect(await read(query)).toMatchObject({ total: 100, pages: 2, cans: { length: 50 } });
  });

  test.each([
    ["an end before its start", "?startDate=2026-01-02&endDate=2026-01-01"],
    ["a start alone", "?startDate=2026-01-02"],
    ["an end alone", "?endDate=2026-01-02&download=true"],
    ["a start beside an empty end", "?startDate=2026-01-02&endDate="],
  ])("%s is an invalid date", async (_title, query) => {
    expect(await refused(query)).toEqual([400, "Invalid date"]);
  });

  test.each([
    ["?startDate=2026-02-30&endDate=2026-03-01", "startDate: Invalid date"],
    ["?startDate=2026-02-01&endDate=31/02/2026", "endDate: Invalid date"],
    ["?startDate=soon&endDate=later", "startDate: Invalid date; endDate: Invalid date"],
    ["?days=1", /^days: /],
    ["?age=ancient", /^age: /],
    ["?latest=newest", /^latest: /],
    ["?download=yes", /^download: /],
    ["?sort=brand", "sort: must be one of stockedOn, -stockedOn, daysOld, -daysOld"],
    ["?sort=--stockedOn", /^sort: must be one of/],
    [`?vendingMachine=${"9".repeat(65)}`, "vendingMachine: must be at most 64 characters"],
    [`?product=${"x".repeat(65)}`, "product: must be at most 64 characters"],
    ["?name=a&name=b", /^name: .*string/],
    ["?containerId=1&containerId=2", /^containerId: .*string/],
  ])("%s is refused, naming the field", async (query, expected) => {
    const [status, error] = await refused(query);

    expect(status).toBe(400);
    if (typeof expected === "string") expect(error).toBe(expected);
    else expect(error).toMatch(expected);
  });

  test("that are empty are no filters", async () => {
    const keys = ["startDate", "endDate", "vendingMachine", "name", "vendingMachineId", "containerId", "product"];
    const empty = [...keys, "sort", "latest", "days"].map((key) => `${key}=`).join("&");

    expect((await read(`?${empty}`)).cans).toEqual((await read()).cans);
    expect((await read("?startDate=%20&name=%20%20")).total).toBe(130);
  });

  test.each([
    "?vendingMachine[$ne]=x",
    "?startDate[$gt]=2026",
    "?name[$ne]=x",
    "?product[$regex]=.*",
    "?containerId[$gt]=",
    "?sort[stockedOn]=1",
  ])("%s is refused or means nothing, and never reaches the database as it stands", async (query) => {
    const { status, body } = await operator.get(`/containers/cans-in-stock${query}`);

    expect([200, 400]).toContain(status);
    if (status === 200) expect(body.cansInStock.total).toBe(130);
  });
});

describe("filters in the columns", () => {
  test.each<[string, () => string, number]>([
    ["a machine's name begins so, whatever the case", () => "name=mEt", 100],
    ["a machine's whole name", () => "name=Campus", 30],
    ["a part of a name is not its beginning", () => "name=etro", 0],
    ["characters of a pattern are letters as others", () => "name=.*", 0],
    ["so are brackets and backslashes", () => `name=${encodeURIComponent("M[e]t\\w(")}`, 0],
    ["a brand with characters of a pattern", () => `product=${encodeURIComponent('cola "cans":[]')}`, 130],
    ["the end of a brand", () => "product=Light", 0],
    ["a business id begins so", () => `vendingMachineId=${other.vendingMachineId.toLowerCase()}`, 30],
    ["a container's whole label", () => "containerId=29", 2],
    ["a label of one machine", () => `containerId=29&vendingMachine=${machine._id}`, 1],
    ["the beginning of a label is another label", () => "containerId=10", 2],
    ["a column and the form together", () => `name=metro&vendingMachine=${other._id}`, 0],
    ["a column and days", () => "name=metro&startDate=2026-01-01&endDate=2026-01-02", 4],
  ])("%s", async (_title, query, total) => {
    const { cans: rows, ...figures } = await read(`?${query()}`);

    expect([figures.total, rows.length]).toEqual([total, Math.min(50, total)]);
    expect((await read(`?${query()}&download=true`)).cans).toHaveLength(total);
  });
});

test.each([
  ["sort=stockedOn", 0],
  ["sort=-stockedOn&days=false", 128],
  ["sort=daysOld", 128],
  ["sort=-daysOld", 0],
  ["latest=false", 0],
  ["latest=true", 128],
])("by %s the can of number %i is the first: a sort goes before View By", async (query, number) => {
  expect((await read(`?${query}`)).cans[0]?.updatedAt).toBe(stockedAt(number).toISOString());
});

describe("the download", () => {
  test("has all rows on one page", async () => {
    const { cans: rows, ...figures } = await read("?download=true&page=2");

    expect(rows).toHaveLength(130);
    expect(figures).toEqual({ pages: 1, activePage: 1, currentPage: 1, pageList: [1], total: 130 });
  });

  test("of nothing is an empty list", async () => {
    expect(await read("?download=true&vendingMachine=VM-nowhere")).toEqual({
      cans: [],
      pages: 0,
      activePage: 1,
      currentPage: 1,
      pageList: [],
      total: 0,
    });
  });

  test("that the browser gives up leaves nothing open", async () => {
    const { client } = gateway.parts.mongo;
    const { token } = await gateway.signIn();
    const open = async () => (await client.db("admin").command({ serverStatus: 1 })).metrics.cursor.open.total;
    const before = await open();

    for (let n = 0; n < 5; n += 1) {
      await new Promise<void>((resolve) => {
        const url = `${gateway.url}/api/v1.2/containers/cans-in-stock?download=true`;
        const request = get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
          answer.once("data", () => request.destroy());
          answer.once("close", resolve);
          answer.once("error", () => undefined);
        });
        request.once("error", () => resolve());
      });
    }

    await eventually(async () => expect(await open()).toBeLessThanOrEqual(before + 1));
    expect((await read()).total).toBe(130);
  });
});

test("a new total is seen at once, however short ago the list was counted", async () => {
  const before = (await read()).total;
  const { containers } = gateway.stores;
  const more = aContainer(other, 77, { product: cola._id, isEmpty: false });
  await containers.insertOne(more);

  expect((await read()).total).toBe(before + 1);
  await containers.deleteOne({ _id: more._id });
});
