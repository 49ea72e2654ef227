import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

/** The oldest first: Anu's 60 at Metro, one every hour, then Babu's three at Campus. */
let planted: OrderDocument[];

const hour = 3_600_000;
const begun = Date.parse("2026-01-01T00:00:00+05:30");
const orders = () => gateway.stores.orders;

const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" }, limits: { ordersSummed: 62 } });
const operator = setUpOperator(gateway);
const metro = setUp(() => addMachine(gateway.parts, { name: "Metro North" }));
const campus = setUp(() => addMachine(gateway.parts, { name: "Campus" }));
const anu = setUp(() => addPerson(gateway.parts, { name: "Anu Thomas", role: "customer" }));
const babu = setUp(() => addPerson(gateway.parts, { name: "Babu K", role: "customer" }));
beforeAll(async () => {
  const atMetro = Array.from({ length: 60 }, (_, at) =>
    anOrder(anu, metro, {
      orderId: `OD-M${at}`,
      time: new Date(begun + at * hour),
      status: at % 2 === 0 ? "payment successful" : "payment failed",
      paymentId: `pay_M${at}`,
    }),
  );
  const atCampus = [0, 1, 2].map((at) =>
    anOrder(babu, campus, { orderId: `OD-C${at}`, time: new Date(begun + (100 + at) * hour) }),
  );
  planted = [...atMetro, ...atCampus];
  await orders().insertMany(planted);
});

const read = async (query = "") => {
  const { status, body } = await operator.get(`/orders/all${query}`);
  if (status !== 200) throw new Error(`${status}: ${body.error}`);
  return body as { orders: { _id: string; orderId: string }[]; total: number; pages: number };
};
const idsOf = (some: { orderId: string }[]) => some.map(({ orderId }) => orderId);
const refused = async (path: string) => {
  const { status, body } = await operator.get(path);
  return [status, body.error];
};

describe("the list of orders", () => {
  test("has fifty a page, the newest first, or the oldest", async () => {
    const first = await read("?page=1&latest=true");
    const second = await read("?page=2");
    const newest = idsOf(planted).reverse();

    expect(idsOf(first.orders)).toEqual(newest.slice(0, 50));
    expect(idsOf(second.orders)).toEqual(newest.slice(50));
    expect(first).toMatchObject({ pages: 2, total: 63, activePage: 1, pageList: [1, 2] });
    for (const oldest of ["latest=false", "days=false", "sort=time"]) {
      expect(idsOf((await read(`?${oldest}`)).orders)).toEqual(idsOf(planted).slice(0, 50));
    }
  });

  test.each<[string, () => string, string[]]>([
    ["an order id", () => "orderId=OD-M7", ["OD-M7"]],
    ["a payment id", () => "paymentId=pay_M8", ["OD-M8"]],
    ["a phone", () => `phone=${babu.phone}`, ["OD-C2", "OD-C1", "OD-C0"]],
    ["a phone that nobody has", () => "phone=0000000000", []],
    ["a machine by its database id", () => `vendingMachine=${campus._id}`, ["OD-C2", "OD-C1", "OD-C0"]],
    ["a machine by its own id", () => `vendingMachine=${campus.vendingMachineId}`, ["OD-C2", "OD-C1", "OD-C0"]],
    ["a machine that there is not", () => `vendingMachine=${new ObjectId()}`, []],
    ["a status", () => "status=processing", ["OD-C2", "OD-C1", "OD-C0"]],
    ["how a customer's name begins", () => "user=bab", ["OD-C2", "OD-C1", "OD-C0"]],
    ["how a machine's name begins", () => "machine=CAMP", ["OD-C2", "OD-C1", "OD-C0"]],
    [
      "a machine, a status and days",
      () => `vendingMachine=${metro._id}&status=payment failed&startDate=2026/01/01&endDate=2026-01-01&latest=false`,
      ["OD-M1", "OD-M3", "OD-M5", "OD-M7", "OD-M9", "OD-M11", "OD-M13", "OD-M15", "OD-M17", "OD-M19", "OD-M21"].concat(
        "OD-M23",
      ),
    ],
    ["an order and another machine", () => `orderId=OD-M7&vendingMachine=${campus._id}`, []],
  ])("is filtered by %s", async (_title, query, found) => {
    const answer = await read(`?${query()}`);

    expect(idsOf(answer.orders)).toEqual(found);
    expect(answer.total).toBe(found.length);
    expect(idsOf((await read(`?${query()}&download=true`)).orders)).toEqual(found);
  });

  test.each([
    ["page=0", "page: must be at least 1"],
    ["page=x", "page: must be a number"],
    ["latest=yes", /^latest: /],
    ["sort=netAmount", "sort: must be one of time, -time"],
    ["status=paid", /^status: /],
    [`orderId=${"9".repeat(65)}`, "orderId: must be at most 64 characters"],
    [`paymentId=${"9".repeat(65)}`, "paymentId: must be at most 64 characters"],
    [`phone=${"9".repeat(21)}`, "phone: must be at most 20 characters"],
    [`vendingMachine=${"9".repeat(65)}`, "vendingMachine: must be at most 64 characters"],
    ["startDate=2026-02-30&endDate=2026-03-01", "startDate: Invalid date"],
    ["startDate=2026-01-02&endDate=2026-01-01", "Invalid date"],
    ["startDate=2026-01-02", "Invalid date"],
    ["orderId=a&orderId=b", /^orderId: /],
  ])("refuses %s", async (query, expected) => {
    const [status, error] = await refused(`/orders/all?${query}`);

    expect(status).toBe(400);
    expect(error).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
  });

  test.each(["orderId[$ne]=x", "phone[$gt]=", "status[$ne]=processing"])("%s means nothing", async (query) => {
    const { status, body } = await operator.get(`/orders/all?${query}`);

    expect([200, 400]).toContain(status);
    if (status === 200) expect(body.total).toBe(63);
  });

  test("looks for two hundred customers by their names at most", async () => {
    const crowd = Array.from({ length: 201 }, (_, at) => ({ name: `Crowd ${at}`, role: "customer" as const }));
    for (const one of crowd) await addPerson(gateway.parts, one);

    expect(await refused("/orders/all?user=crowd")).toEqual([
      400,
      "user: more than 200 names begin with crowd, narrow the filter",
    ]);
    expect((await read("?user=crowd 20")).total).toBe(0);
  });
});

describe("what the list comes to", () => {
  const sums = async (query: string) => (await operator.get(`/orders/sums?${query}`)).body.sums;

  test("is said of all that the filters find, and of those that were paid", async () => {
    // Each order: two cans at 40.00, 14.40 GST.
    expect(await sums(`vendingMachine=${metro._id}`)).toEqual({
      all: { count: 60, netAmount: 5_664, gst: 864, cans: 120 },
      paid: { count: 30, netAmount: 2_832, gst: 432, cans: 60 },
    });
    const none = { count: 0, netAmount: 0, gst: 0, cans: 0 };
    expect(await sums("status=processing")).toEqual({
      all: { count: 3, netAmount: 283.2, gst: 43.2, cans: 6 },
      paid: none,
    });
    expect(await sums("phone=0000000000")).toEqual({ all: none, paid: none });
  });

  test("counts no deposit as a can", async () => {
    const lines = [
      anOrderLine({ quantity: 3, block: "bundle" }),
      anOrderLine({ productType: "deposit", unitPrice: 1_000, quantity: 5 }),
    ];
    const order = anOrder(anu, campus, { lines, time: new Date(begun - 5 * hour) });
    await orders().insertOne(order);

    expect((await sums(`orderId=${order.orderId}`)).all).toEqual({ count: 1, netAmount: 191.6, gst: 21.6, cans: 3 });
    await orders().deleteOne({ _id: order._id });
  });

  test("is not computed over more orders than the limit", async () => {
    expect(await sums("")).toBeNull();
    expect(await refused("/orders/sums?status=paid")).toEqual([400, expect.stringMatching(/^status: /)]);
  });
});
