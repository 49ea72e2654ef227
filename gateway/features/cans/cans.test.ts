import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProduct } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { createWatchers } from "../../testing/watcher.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway);
const machine = setUp(() => addMachine(gateway.parts));
const cola = setUp(() => addProduct(gateway.parts, { brand: "Cola" }));

const customer = async () => `${(await addPerson(gateway.parts, { role: "customer" }))._id}`;
const put = (user: string, body: object) =>
  staff.put(`/cans/${user}`, { vendingMachine: machine.vendingMachineId, brand: "Cola", ...body });
const cansOf = async (user: string) => (await staff.get(`/users/${user}/all`)).body.data.cans;
const rowsOf = (user: string) =>
  gateway.stores.canLedger
    .find({ user: new ObjectId(user) })
    .sort({ at: 1 })
    .toArray();

describe("cans set by hand", () => {
  test("begin with a first entry, and each change is a row of the ledger with its reason and an audit line", async () => {
    const user = await customer();

    const first = await put(user, { cans: 3, totalCans: 3, rev: 0, reason: "a gift" });
    const fewer = await put(user, { vendingMachine: `${machine._id}`, cans: 1, totalCans: 1, rev: 1 });

    expect(first.body.cans).toEqual({
      _id: user,
      totalCans: 3,
      cansLimit: 0,
      openedCans: 0,
      current: {
        vendingMachines: [
          {
            vendingMachine: `${machine._id}`,
            brands: [{ _id: `${cola._id}`, brand: "Cola", product: `${cola._id}`, totalCans: 3 }],
          },
        ],
      },
      rev: 1,
    });
    expect(fewer.body.cans).toMatchObject({ totalCans: 1, rev: 2 });
    expect(await cansOf(user)).toEqual(fewer.body.cans);
    expect(await rowsOf(user)).toMatchObject([
      { credit: 3, debit: 0, userTotal: 3, ref: { kind: "operator", id: staff.userId }, message: "a gift" },
      { credit: 0, debit: 2, userTotal: 1, message: "" },
    ]);
    const lines = await gateway.stores.audit
      .find({ "record.id": user, verb: "cans.changed" })
      .sort({ at: 1 })
      .toArray();
    expect(lines).toMatchObject([{ reason: "a gift", after: { totalCans: 3 } }, { before: { totalCans: 3 } }]);
  });

  test("that come to 0 leave no entry, and the same count again is no change", async () => {
    const user = await customer();
    await put(user, { cans: 2, totalCans: 2 });

    const same = await put(user, { cans: 2, totalCans: 2 });
    const none = await put(user, { cans: 0, totalCans: 0 });

    expect([same.body.cans.rev, none.body.cans]).toEqual([
      1,
      expect.objectContaining({ totalCans: 0, current: { vendingMachines: [] }, rev: 2 }),
    ]);
    expect(await rowsOf(user)).toHaveLength(2);
  });

  test("with a sum that is not so are refused, with both values", async () => {
    const user = await customer();
    await put(user, { cans: 2, totalCans: 2 });

    const { status, body } = await put(user, { cans: 5, totalCans: 9 });

    expect([status, body.error, body.cans.totalCans]).toEqual([
      409,
      "totalCans: 5 cans of Cola make 5 in all, not 9",
      2,
    ]);
    expect(await rowsOf(user)).toHaveLength(1);
  });

  test("of several machines and brands are one sum", async () => {
    const user = await customer();
    const other = await addMachine(gateway.parts);
    const lime = await addProduct(gateway.parts);
    await put(user, { cans: 2, totalCans: 2 });
    await put(user, { brand: lime.brand, cans: 1, totalCans: 3 });

    const { body } = await put(user, { vendingMachine: other.vendingMachineId, cans: 4, totalCans: 7 });

    const { vendingMachines } = body.cans.current;
    expect(vendingMachines.map((one: { brands: object[] }) => one.brands.length)).toEqual([2, 1]);
    expect(body.cans.totalCans).toBe(7);
  });

  test("of a brand that was renamed since stay one entry, by its old name and its new one", async () => {
    const user = await customer();
    const product = await addProduct(gateway.parts);
    await put(user, { brand: product.brand, cans: 2, totalCans: 2 });
    await gateway.stores.products.updateOne({ _id: product._id }, { $set: { brand: `${product.brand} new` } });

    const old = await put(user, { brand: product.brand, cans: 3, totalCans: 3 });
    const renamed = await put(user, { brand: `${product.brand} new`, cans: 4, totalCans: 4 });

    expect([old.status, renamed.body.cans.current.vendingMachines[0].brands.length]).toEqual([200, 1]);
    expect(renamed.body.cans.totalCans).toBe(4);
  });

  test("by two operators at once are set by one; the other is shown what stands", async () => {
    const user = await customer();

    const answers = await Promise.all([1, 2, 3].map((cans) => put(user, { cans, totalCans: cans, rev: 0 })));

    const won = answers.find(({ status }) => status === 200)?.body.cans;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409)
        expect([body.error, body.cans]).toEqual(["This record of cans was changed by somebody else meanwhile", won]);
    expect(await rowsOf(user)).toHaveLength(1);
  });

  test.each([
    [{ cans: -1 }, 400, "cans: must be at least 0"],
    [{ cans: 1.5 }, 400, "cans: must be a whole number"],
    [{ cans: "2" }, 400, "cans: must be a number"],
    [{ totalCans: 100_001 }, 400, "totalCans: must be at most 100000"],
    [{ vendingMachine: "" }, 400, "vendingMachine: is required"],
    [{ brand: "" }, 400, "brand: is required"],
    [{ vendingMachine: "VM-NONE" }, 404, "There is no vending machine VM-NONE"],
    [{ brand: "No such" }, 404, "There is no product of the brand No such"],
    [{ reason: "r".repeat(301) }, 400, "reason: must be at most 300 characters"],
  ])("are refused with %j", async (wrong, status, error) => {
    const user = await customer();
    const answer = await put(user, { cans: 1, totalCans: 1, ...wrong });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test("of nobody, and of a deposit, are refused", async () => {
    const id = `${new ObjectId()}`;
    const { brand } = await addProduct(gateway.parts, { productType: "deposit" });
    expect((await put(id, { cans: 1, totalCans: 1 })).body.error).toBe(`There is no user ${id}`);
    expect((await put(await customer(), { brand, cans: 1, totalCans: 1 })).body.error).toBe(
      `brand: ${brand} is a deposit, not a can`,
    );
    expect(await gateway.stores.cans.countDocuments({ _id: new ObjectId(id) })).toBe(0);
  });
});

describe("the daily limit", () => {
  const limit = (user: string, body: object) => staff.put(`/cans/limit/${user}`, body);

  test("and what was opened today are set without a row of the ledger", async () => {
    const user = await customer();

    const { body } = await limit(user, { cansLimit: 4, openedCans: 1, rev: 0, reason: "asked for it" });

    expect(body.cans).toMatchObject({ cansLimit: 4, openedCans: 1, rev: 1 });
    expect(await rowsOf(user)).toEqual([]);
    expect(await gateway.stores.audit.findOne({ "record.id": user })).toMatchObject({
      verb: "cans.limited",
      reason: "asked for it",
    });
  });

  test("counts nothing that was opened on another day, and sets none for today by itself", async () => {
    const user = await customer();
    await limit(user, { openedCans: 2 });
    await gateway.stores.cans.updateOne({ _id: new ObjectId(user) }, { $set: { openedDay: "2020-01-01" } });

    expect((await cansOf(user)).openedCans).toBe(0);
    const { body } = await limit(user, { cansLimit: 5, openedCans: 0 });

    expect(body.cans).toMatchObject({ cansLimit: 5, openedCans: 0 });
    expect(await gateway.stores.cans.findOne({ _id: new ObjectId(user) })).toMatchObject({ openedDay: "2020-01-01" });
  });

  test("over a change that came meanwhile is refused with what stands", async () => {
    const user = await customer();
    await put(user, { cans: 1, totalCans: 1 });

    const { status, body } = await limit(user, { cansLimit: 3, rev: 0 });

    expect([status, body.cans.totalCans, body.cans.cansLimit]).toEqual([409, 1, 0]);
  });

  test.each([
    [{ cansLimit: -1 }, "cansLimit: must be at least 0"],
    [{ openedCans: 0.5 }, "openedCans: must be a whole number"],
    [{ limit: 1 }, "Unknown field: limit"],
  ])("is refused with %j", async (body, error) => {
    const answer = await limit(await customer(), body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });
});

test("a page of the user receives changes of their cans", async () => {
  const user = await customer();
  const watchers = createWatchers(gateway);
  const watcher = await watchers.watchAs([`user/${user}`]);

  const { body } = await put(user, { cans: 2, totalCans: 2 });

  await eventually(() =>
    expect(watcher.heard).toContainEqual({ name: "cans.changed", payload: { t: expect.any(String), view: body.cans } }),
  );
  watchers.closeAll();
});

test("the operator's own account says what a user has", async () => {
  expect((await staff.get("/auth/me")).body.user).toMatchObject({
    role: "staff",
    needDeposit: false,
    hasPenalty: false,
    needSecurityDeposit: false,
    suspend: false,
  });
});
