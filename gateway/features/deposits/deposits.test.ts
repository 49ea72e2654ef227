import { ObjectId } from "mongodb";
import { describe, expect, onTestFinished, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway);
const admin = setUpOperator(gateway, "admin");

const customer = async () => `${(await addPerson(gateway.parts, { role: "customer" }))._id}`;
const rowsOf = (user: string) =>
  gateway.stores.depositRows
    .find({ user: new ObjectId(user) })
    .sort({ at: 1 })
    .toArray();

test("every figure is set, each change of one is a row, and an empty number is 0", async () => {
  const user = await customer();

  const figures = {
    deposit: 20.5,
    securityDeposit: 100,
    depositBought: 2,
    depositUsed: 1,
    freeDeposit: 3,
    collectSecurityDeposit: true,
    receivedFreeDeposit: true,
  };
  const first = await staff.put(`/deposit/${user}`, { ...figures, rev: 0, reason: "paid in cash" });
  const second = await staff.put(`/deposit/${user}`, { deposit: "", depositBought: null, rev: 1 });

  expect(first.body.deposit).toEqual({ _id: user, ...figures, rev: 1 });
  expect(second.body.deposit).toMatchObject({ deposit: 0, depositBought: 0, freeDeposit: 3, rev: 2 });
  expect(await rowsOf(user)).toMatchObject([
    {
      deposit: 2050,
      securityDeposit: 10_000,
      depositBought: 2,
      depositUsed: 1,
      freeDeposit: 3,
      reason: "paid in cash",
      by: { kind: "operator", id: staff.userId },
    },
    { deposit: -2050, securityDeposit: 0, depositBought: -2, depositUsed: 0, freeDeposit: 0, reason: "" },
  ]);
});

test("the rows of a deposit add up to it, whoever edits at once; each loser gets the present one", async () => {
  const user = await customer();

  const answers = await Promise.all([1, 2, 3, 4].map((deposit) => staff.put(`/deposit/${user}`, { deposit, rev: 0 })));
  await staff.put(`/deposit/${user}`, { deposit: 9.99, rev: 1 });

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const { deposit } = (await staff.get(`/users/${user}/all`)).body.data;
  const rows = await rowsOf(user);
  expect(deposit.deposit).toBe(9.99);
  expect(rows.reduce((sum, row) => sum + row.deposit, 0)).toBe(999);
});

test("the rows are read a page at a time, the newest first, with who made them and why", async () => {
  const user = await customer();
  for (let bought = 1; bought <= 11; bought += 1)
    await staff.put(`/deposit/${user}`, { deposit: bought / 2, depositBought: bought, reason: `nth ${bought}` });

  const { body } = await staff.get(`/deposit/rows/all?user=${user}&page=1`);
  const rest = await staff.get(`/deposit/rows/all?user=${user}&page=2`);

  expect([body.pages, body.total, body.rows.length, rest.body.rows.length]).toEqual([2, 11, 10, 1]);
  expect(body.rows[0]).toEqual({
    _id: expect.any(String),
    user,
    at: expect.any(String),
    deposit: 0.5,
    securityDeposit: 0,
    depositBought: 1,
    depositUsed: 0,
    freeDeposit: 0,
    by: { kind: "operator", name: "Test staff" },
    ref: null,
    reason: "nth 11",
  });
  expect((await staff.get("/deposit/rows/all?user=12")).body.error).toBe(
    "user: must be an id of 24 hexadecimal digits",
  );
});

test("a switch alone is no row", async () => {
  const user = await customer();
  await staff.put(`/deposit/${user}`, { collectSecurityDeposit: true });
  expect(await rowsOf(user)).toEqual([]);
});

describe("what is refused", () => {
  test.each([
    [{ deposit: -1 }, "deposit: must be at least 0"],
    [{ deposit: "ten" }, "deposit: must be a number"],
    [{ depositUsed: 1.5 }, "depositUsed: must be a whole number"],
    [{ freeDeposit: -1 }, "freeDeposit: must be at least 0"],
    [{ collectSecurityDeposit: 1 }, "collectSecurityDeposit: expected boolean, received number"],
  ])("%j", async (body, error) => {
    const user = await customer();
    const answer = await staff.put(`/deposit/${user}`, body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect(await rowsOf(user)).toEqual([]);
  });

  test("the deposit of an unknown user, and none is created", async () => {
    const id = new ObjectId();
    expect((await staff.put(`/deposit/${id}`, { deposit: 1 })).body.error).toBe(`There is no deposit ${id}`);
    expect(await gateway.stores.deposits.countDocuments({ _id: id })).toBe(0);
  });
});

test("what goes beyond the number that one person may change is said to the paisa", async () => {
  const user = await customer();
  await admin.put("/settings", { depositAlone: 500 });
  onTestFinished(async () => {
    await gateway.stores.settings.deleteMany({});
  });

  const within = await staff.put(`/deposit/${user}`, { deposit: 100.1, rev: 0 });
  const beyond = await staff.put(`/deposit/${user}`, { securityDeposit: 400.2, rev: 1 });

  expect(within.status).toBe(200);
  expect([beyond.status, beyond.body.error]).toEqual([
    409,
    "One person may change ₹500 of a customer a day by hand: this makes ₹500.3 today",
  ]);
});
