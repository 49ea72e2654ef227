import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProfile, addRegion } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpWatchers } from "../../testing/watcher.ts";

let machine: MachineDocument;
let customer: UserDocument;

const gateway = setUpGateway();
const watchers = setUpWatchers(gateway);
const staff = setUpOperator(gateway);
beforeAll(async () => {
  const profile = await addProfile(gateway.parts, { name: "Station" });
  await addRegion(gateway.parts, { region: "North", profiles: [profile._id] });
  machine = await addMachine(gateway.parts, { name: "Platform 4", vendingMachineId: "VM-P4", profile: profile._id });
  customer = await addPerson(gateway.parts, { role: "customer", name: "Anu", phone: "9811111111", email: "a@b.in" });
});

const taken = async (options: Partial<CanTransactionDocument> = {}, by = customer): Promise<CanTransactionDocument> => {
  const can = aTransaction(by, machine, options);
  await gateway.stores.canTransactions.insertOne(can);
  return can;
};

test("one is read with the names of its customer, machine, profile and region as they are now", async () => {
  const can = await taken({ brand: "Cola", containerId: "7" });

  const { status, body } = await staff.get(`/transactions/${can._id}`);

  expect([status, body.success, body.asOf]).toEqual([200, true, expect.any(String)]);
  expect(body.canTransaction).toEqual({
    _id: `${can._id}`,
    transactionId: can.transactionId,
    status: "pending",
    returnCan: false,
    depositUsed: false,
    isContainerWorking: true,
    containerOpen: false,
    containerClose: false,
    returnCanVerified: false,
    containerId: "7",
    time: can.time.toISOString(),
    comment: "",
    containerOpenTime: null,
    vendingMachineMessage: "",
    brand: "Cola",
    product: { _id: `${can.product}`, brand: "Cola" },
    user: { _id: `${customer._id}`, name: "Anu", phone: "9811111111", email: "a@b.in" },
    vendingMachine: {
      _id: `${machine._id}`,
      vendingMachineId: "VM-P4",
      name: "Platform 4",
      profileName: "Station",
      region: "North",
    },
    sessionId: `${can.session}`,
    isLive: false,
    refundedAt: null,
    returnedAt: null,
    review: null,
    rev: 0,
  });
  expect((await staff.get("/transactions/1234")).status).toBe(400);
  expect((await staff.get(`/transactions/${new ObjectId()}`)).status).toBe(404);
});

describe("the list", () => {
  test("answers what the filters find, the newest first, fifty a page", async () => {
    const other = await addPerson(gateway.parts, { role: "customer", phone: "9822222222" });
    const first = Date.UTC(2026, 2, 1, 6);
    const many = await Promise.all(
      Array.from({ length: 51 }, (_, at) => taken({ time: new Date(first + at), status: "opened" }, other)),
    );
    const idsOf = (body: { transactions: { _id: string }[] }) => body.transactions.map(({ _id }) => _id);

    const one = (await staff.get("/transactions/all?page=1&latest=true&phone=9822222222")).body;
    const two = (await staff.get("/transactions/all?page=2&latest=true&phone=9822222222")).body;
    const old = (await staff.get("/transactions/all?page=1&latest=false&phone=9822222222")).body;

    expect([one.total, one.pages, one.activePage, one.pageList]).toEqual([51, 2, 1, [1, 2]]);
    expect([...idsOf(one), ...idsOf(two)]).toEqual(many.map(({ _id }) => `${_id}`).reverse());
    expect(idsOf(old)[0]).toBe(`${many[0]?._id}`);
    const found = async (query: string) => (await staff.get(`/transactions/all?${query}`)).body.total;
    expect(await found(`transactionId=${many[3]?.transactionId}`)).toBe(1);
    expect(await found("vendingMachine=VM-P4&status=opened")).toBe(51);
    expect(await found("vendingMachine=all&startDate=2026/03/01&endDate=2026/03/01")).toBe(51);
    expect(await found("startDate=2026-03-02&endDate=2026-03-03")).toBe(0);
    expect(await found("phone=9833333333")).toBe(0);
    const dates = await staff.get("/transactions/all?startDate=2026-03-03&endDate=2026-03-02");
    expect([dates.status, dates.body.error]).toEqual([400, "Invalid date"]);
  });
});

describe("the report", () => {
  /** The oldest first: one every twelve hours over three days, at each of two machines. */
  const planted: CanTransactionDocument[] = [];
  const begun = Date.parse("2025-01-01T00:00:00+05:30");
  beforeAll(async () => {
    const campus = await addMachine(gateway.parts, { name: "Campus" });
    for (let at = 0; at < 6; at += 1) {
      const time = new Date(begun + at * 12 * 3_600_000);
      const there = aTransaction(customer, campus, { time: new Date(time.getTime() + 1) });
      await gateway.stores.canTransactions.insertOne(there);
      planted.push(await taken({ time }), there);
    }
  });
  const report = (query: string) => staff.get(`/transactions/report/download?${query}`);
  const idsOf = (some: { _id: string }[]) => some.map(({ _id }) => _id);

  test("of those that need a review has them alone, of each kind or of any, with a machine and days", async () => {
    const other = await addMachine(gateway.parts, { vendingMachineId: "VM-R1" });
    const first = Date.UTC(2026, 5, 1, 6);
    const reviews = ["opened after refund", "opened twice", null, "opened after refund"] as const;
    const cans = reviews.map((review, at) =>
      aTransaction(customer, at === 3 ? other : machine, { review, time: new Date(first + at * 86_400_000) }),
    );
    await gateway.stores.canTransactions.insertMany(cans);
    const found = async (query: string) => {
      const { status, body } = await staff.get(`/transactions/all?${query}`);
      expect([status, body.total]).toEqual([200, body.transactions.length]);
      return body.transactions.map(({ _id }: { _id: string }) => cans.findIndex((can) => `${can._id}` === _id));
    };

    expect(await found("review=any")).toEqual([3, 1, 0]);
    expect(await found("review=any&latest=false")).toEqual([0, 1, 3]);
    expect(await found("review=opened%20twice")).toEqual([1]);
    expect(await found("review=opened%20after%20refund&vendingMachine=VM-R1")).toEqual([3]);
    expect(await found("review=any&startDate=2026-06-02&endDate=2026-06-03")).toEqual([1]);
    const refused = await staff.get("/transactions/all?review=nonsense");
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/^review: /)]);
  });

  test("has the cans of a machine between two days, both inclusive, the oldest first", async () => {
    const { status, body } = await report("vendingMachine=VM-P4&startDate=2025-01-02&endDate=2025/01/03");

    expect(status).toBe(200);
    const here = planted.filter((_, at) => at % 2 === 0);
    expect(idsOf(body.transactions)).toEqual(here.slice(2).map(({ _id }) => `${_id}`));
    const [first] = body.transactions;
    expect(first).toEqual((await staff.get(`/transactions/${first._id}`)).body.canTransaction);
    const all = await report("vendingMachine=all&startDate=2025-01-01&endDate=2025-12-31");
    expect(idsOf(all.body.transactions)).toEqual(planted.map(({ _id }) => `${_id}`));
    const none = await report("vendingMachine=all&startDate=2024-01-01&endDate=2024-12-31");
    expect(none.body).toEqual({ success: true, transactions: [] });
  });

  test.each([
    ["startDate=2025-01-01&endDate=2025-01-02", [400, "vendingMachine: is required"]],
    ["vendingMachine=all&endDate=2025-01-02", [400, "startDate: Invalid date"]],
    ["vendingMachine=all&startDate=2025-01-02", [400, "endDate: Invalid date"]],
    ["vendingMachine=all&startDate=2025-01-02&endDate=2025-01-01", [400, "Invalid date"]],
    ["vendingMachine=VM-no&startDate=2025-01-01&endDate=2025-01-02", [404, "There is no vending machine VM-no"]],
  ])("%s is refused", async (query, expected) => {
    const { status, body } = await report(query);

    expect([status, body.error]).toEqual(expected);
  });
});

describe("an edit", () => {
  test("sets flags and comment, is audited, and is published to its room and the list's", async () => {
    const can = await taken();
    const [page, list] = await Promise.all([
      watchers.watchAs([`transaction/${can._id}`]),
      watchers.watchAs(["transactions"]),
    ]);

    const { status, body } = await staff.put(`/transactions/${can._id}`, {
      isContainerWorking: false,
      comment: "jammed",
      rev: 0,
    });

    expect([status, body.canTransaction]).toEqual([
      200,
      expect.objectContaining({ isContainerWorking: false, comment: "jammed", rev: 1, status: "pending" }),
    ]);
    for (const { heard } of [page, list])
      await eventually(() =>
        expect(heard).toContainEqual({
          name: "transaction.changed",
          payload: { t: expect.any(String), view: expect.objectContaining({ _id: `${can._id}`, comment: "jammed" }) },
        }),
      );
    expect(await gateway.stores.audit.findOne({ "record.id": `${can._id}` })).toMatchObject({
      verb: "transaction.changed",
    });
    const stored = await gateway.stores.canTransactions.findOne({ _id: can._id });
    expect(stored?.changedAt.getTime()).toBeGreaterThan(can.changedAt.getTime());
  });

  test("of a stale record is refused, and carries it as it is", async () => {
    const can = await taken({ rev: 3 });

    const { status, body } = await staff.put(`/transactions/${can._id}`, { containerOpen: true, rev: 2 });

    expect([status, body.error]).toEqual([409, "This transaction was changed by somebody else meanwhile"]);
    expect(body.canTransaction).toMatchObject({ rev: 3, containerOpen: false, user: { name: "Anu" } });
  });

  test.each(["opened", "failed"])("does not move the status to %s", async (status) => {
    const can = await taken();

    const refused = await staff.put(`/transactions/${can._id}`, { status });

    expect([refused.status, refused.body.error]).toEqual([400, "status: only Open Container and Refund Can change it"]);
  });

  test("that verifies the return frees the slot that the can held, once, and no flag takes it again", async () => {
    const owner = await addPerson(gateway.parts, { role: "customer" });
    await gateway.stores.deposits.insertOne({
      _id: owner._id,
      deposit: 2_000,
      securityDeposit: 0,
      depositBought: 2,
      depositUsed: 2,
      freeDeposit: 0,
      collectSecurityDeposit: false,
      receivedFreeDeposit: false,
      rev: 0,
    });
    const can = await taken({ status: "opened", depositUsed: true, holdsSlot: true }, owner);
    const verify = (returnCanVerified: boolean) => staff.put(`/transactions/${can._id}`, { returnCanVerified });

    for (const verified of [true, false, true]) expect((await verify(verified)).status).toBe(200);

    expect(await gateway.stores.deposits.findOne({ _id: owner._id })).toMatchObject({
      depositUsed: 1,
      depositBought: 2,
    });
    expect(await gateway.stores.depositRows.find({ user: owner._id }).toArray()).toMatchObject([
      { depositUsed: -1, deposit: 0, reason: "Return verified", ref: { kind: "transaction", id: can._id } },
    ]);
  });
});
