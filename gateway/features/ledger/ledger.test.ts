import type { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { postCans } from "#shared/cans/post-cans.server.ts";
import type { LedgerEntry } from "#shared/ledger/ledger.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { ProductDocument } from "#shared/products/goods.document.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { createWatchers } from "../../testing/watcher.ts";

let lobby: MachineDocument;
let gate: MachineDocument;
let cola: ProductDocument;
let lime: ProductDocument;
let anu: UserDocument;
let babu: UserDocument;

interface ShownRow {
  user: UserDocument;
  machine: MachineDocument;
  product: ProductDocument;
  credit?: number;
  debit?: number;
  day: number;
  orderId?: ObjectId;
}
const post = ({ user, machine, product, credit = 0, debit = 0, day, orderId }: ShownRow) =>
  gateway.parts.mongo.inTransaction((dbSession) =>
    postCans(gateway.parts.mongo, dbSession, {
      user: user._id,
      machine: machine._id,
      product: product._id,
      brand: product.brand,
      credit,
      debit,
      ref: orderId ? { kind: "order", id: orderId } : { kind: "operator", id: staff.userId },
      message: `day ${day}`,
      // Noon in Asia/Kolkata.
      now: new Date(Date.UTC(2026, 2, day, 6, 30)),
    }),
  );
const read = async (query: string): Promise<{ ledger: LedgerEntry[]; total: number; pages: number }> =>
  (await staff.get(`/transactions/ledger?${query}`)).body;
const published = ({ ledger }: { ledger: LedgerEntry[] }) =>
  ledger.map(({ message, credit, debit, total }) => [message, credit - debit, total]);

const gateway = setUpGateway();
const staff = setUpOperator(gateway);
beforeAll(async () => {
  [lobby, gate] = [await addMachine(gateway.parts, { name: "Lobby" }), await addMachine(gateway.parts)];
  [cola, lime] = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
  [anu, babu] = [
    await addPerson(gateway.parts, { role: "customer", name: "Anu" }),
    await addPerson(gateway.parts, { role: "customer", name: "Babu" }),
  ];
  const order = anOrder(anu, lobby, { orderId: "OD-LEDGER" });
  await gateway.stores.orders.insertOne(order);
  await post({ user: anu, machine: lobby, product: cola, credit: 5, day: 1, orderId: order._id });
  await post({ user: babu, machine: lobby, product: lime, credit: 3, day: 2 });
  await post({ user: anu, machine: lobby, product: cola, debit: 2, day: 3 });
  await post({ user: anu, machine: gate, product: lime, credit: 4, day: 4 });
  await post({ user: babu, machine: lobby, product: lime, debit: 1, day: 5 });
});

test("a row says who, where, what and why, and the products come with it", async () => {
  const { body } = await staff.get("/transactions/ledger?page=1&latest=false");

  expect(body.ledger[0]).toEqual({
    _id: expect.any(String),
    time: "2026-03-01T06:30:00.000Z",
    reference: { kind: "order", id: expect.any(String), label: "OD-LEDGER" },
    user: { _id: `${anu._id}`, name: "Anu", phone: anu.phone },
    product: { _id: `${cola._id}`, brand: cola.brand },
    vendingMachine: { _id: `${lobby._id}`, name: "Lobby", vendingMachineId: lobby.vendingMachineId },
    credit: 5,
    debit: 0,
    total: 5,
    message: "day 1",
  });
  expect(body.ledger[1].reference).toEqual({ kind: "operator", id: `${staff.userId}`, label: "Test staff" });
  expect(body.products).toEqual(expect.arrayContaining([{ _id: `${cola._id}`, brand: cola.brand }]));
  expect(body).toMatchObject({ pages: 1, activePage: 1, total: 5 });
});

describe("the total runs over what user, machine and product find, since the beginning", () => {
  test.each<[string, () => string, unknown[]]>([
    ["everything", () => "", [5, 8, 6, 10, 9]],
    ["a user", () => `userId=${anu._id}`, [5, 3, 7]],
    ["a machine by its own id", () => `vendingMachine=${lobby.vendingMachineId}`, [5, 8, 6, 5]],
    ["a machine by the database's", () => `vendingMachine=${gate._id}`, [4]],
    ["a product", () => `product=${lime._id}`, [3, 7, 6]],
    ["a user at a machine", () => `userId=${anu._id}&vendingMachine=${lobby._id}`, [5, 3]],
    ["a user's product", () => `userId=${babu._id}&product=${lime._id}`, [3, 2]],
    ["a machine's product", () => `vendingMachine=${lobby._id}&product=${lime._id}`, [3, 2]],
    ["all three", () => `userId=${anu._id}&vendingMachine=${lobby._id}&product=${lime._id}`, []],
    ["a machine that is not there", () => "vendingMachine=VM-NONE", []],
  ])("%s", async (_what, query, totals) => {
    const oldest = await read(`page=1&latest=false&${query()}`);
    const newest = await read(`page=1&latest=true&${query()}`);

    expect(oldest.ledger.map(({ total }) => total)).toEqual(totals);
    expect(newest.ledger.map(({ total }) => total)).toEqual(totals.toReversed());
    expect(oldest.total).toBe(totals.length);
  });

  test("whatever days are shown", async () => {
    const some = await read(`latest=false&userId=${anu._id}&startDate=2026/03/03&endDate=2026/03/04`);
    expect(published(some)).toEqual([
      ["day 3", -2, 3],
      ["day 4", 4, 7],
    ]);
    expect(some.total).toBe(2);
  });
});

test.each([
  ["userId=12", "userId: must be an id of 24 hexadecimal digits"],
  ["product=cola", "product: must be an id of 24 hexadecimal digits"],
  ["startDate=2026-03-01", "Invalid date"],
  ["startDate=2026-03-02&endDate=2026-03-01", "Invalid date"],
  ["page=0", "page: must be at least 1"],
  ["sort=user", "sort: must be one of time, -time"],
])("%s is refused", async (query, error) => {
  const { status, body } = await staff.get(`/transactions/ledger?${query}`);
  expect([status, body.error]).toEqual([400, error]);
});

test("all of it comes on one page while it is read, with the same totals", async () => {
  const all = await read(`download=true&latest=false&userId=${anu._id}`);
  expect(all.ledger.map(({ total }) => total)).toEqual([5, 3, 7]);
});

test("page by page it says the same as in one go, however many rows fall into one moment", async () => {
  const user = await addPerson(gateway.parts, { role: "customer" });
  const day = 10;
  for (let at = 0; at < 120; at += 1) {
    const take = at % 3 === 2;
    await post({ user, machine: gate, product: cola, day, ...(take ? { debit: 1 } : { credit: 1 }) });
  }
  const pages = [1, 2, 3].map((page) => read(`page=${page}&latest=false&userId=${user._id}`));

  const rows = (await Promise.all(pages)).flatMap(({ ledger }) => ledger);

  let sum = 0;
  const sums = rows.map(({ credit, debit }) => {
    sum += credit - debit;
    return sum;
  });
  expect(rows.map(({ total }) => total)).toEqual(sums);
  expect([rows.length, new Set(rows.map(({ _id }) => _id)).size, sum]).toEqual([120, 120, 40]);
});

test("a page of the ledger receives that a row was written, and for whom", async () => {
  const watchers = createWatchers(gateway);
  const watcher = await watchers.watchAs(["ledger"]);

  await post({ user: babu, machine: gate, product: cola, credit: 1, day: 11 });

  await eventually(() =>
    expect(watcher.heard).toContainEqual({
      name: "ledger.posted",
      payload: {
        t: expect.any(String),
        view: {
          _id: expect.any(String),
          user: `${babu._id}`,
          product: `${cola._id}`,
          brand: cola.brand,
          vendingMachine: `${gate._id}`,
          credit: 1,
          debit: 0,
        },
      },
    }),
  );
  watchers.closeAll();
});
