import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { Penalty } from "#shared/penalties/penalty.schema.ts";
import { aShownPenalty } from "#shared/testing/shown-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { createWatchers } from "../../testing/watcher.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway);

const customer = async () => `${(await addPerson(gateway.parts, { role: "customer", name: "Anu" }))._id}`;
const give = async (user: string, more: object = {}): Promise<Penalty> =>
  (await staff.post(`/penalty/${user}`, { amount: 12.5, quantity: 2, message: "two cans", user, ...more })).body
    .penalty;
const fileOf = async (user: string) => (await staff.get(`/users/${user}/all`)).body.data;

test("a penalty is given, read, and stands at its user, who then has one", async () => {
  const user = await customer();

  const penalty = await give(user, { reason: "seen on camera" });

  const moments = { createdAt: expect.any(String), updatedAt: penalty.createdAt };
  const given = { _id: expect.any(String), user, amount: 12.5, quantity: 2, message: "two cans", ...moments };
  expect(penalty).toEqual(aShownPenalty(given));
  expect((await staff.get(`/penalty/${penalty._id}`)).body.penalty).toEqual(penalty);
  const file = await fileOf(user);
  expect([file.user.hasPenalty, file.penalties]).toEqual([true, [penalty]]);
  const line = await gateway.stores.audit.findOne({ "record.id": penalty._id });
  expect(line).toMatchObject({ verb: "penalty.added", reason: "seen on camera", actor: { id: staff.userId } });
});

test("nobody is given a penalty who is not there, whatever the body says of the user", async () => {
  const nobody = `${new ObjectId()}`;
  const before = await gateway.stores.penalties.countDocuments();
  for (const user of [nobody, undefined, await customer()]) {
    const { status, body } = await staff.post(`/penalty/${nobody}`, { amount: 1, quantity: 1, message: "x", user });
    expect([status, body.error]).toEqual([404, `There is no user ${nobody}`]);
  }
  expect(await gateway.stores.penalties.countDocuments()).toBe(before);
});

test.each([
  [{ paid: true }, false],
  [{ canceled: true }, false],
  [{ amount: 1 }, true],
])("changed by %j its user has a penalty: %s", async (change, hasPenalty) => {
  const user = await customer();
  const { _id } = await give(user);

  const { status, body } = await staff.put(`/penalty/${_id}`, { ...change, rev: 0 });

  expect([status, body.penalty]).toEqual([200, expect.objectContaining({ ...change, rev: 1 })]);
  expect((await fileOf(user)).user.hasPenalty).toBe(hasPenalty);
  expect((await staff.put(`/penalty/${_id}`, { paid: false, canceled: false, rev: 1 })).status).toBe(200);
  expect((await fileOf(user)).user.hasPenalty).toBe(true);
});

test("of several penalties that are paid at once none is miscounted", async () => {
  const user = await customer();
  const penalties = await Promise.all(Array.from({ length: 6 }, () => give(user)));

  const paid = await Promise.all(penalties.map(({ _id }) => staff.put(`/penalty/${_id}`, { paid: true })));

  expect(paid.map(({ status }) => status)).toEqual(penalties.map(() => 200));
  expect((await fileOf(user)).user.hasPenalty).toBe(false);
});

test("the same key gives one penalty, and another body with it is refused", async () => {
  const user = await customer();
  const key = new ObjectId().toHexString();
  const send = (amount: number) => staff.post(`/penalty/${user}`, { amount, quantity: 1 }).set("idempotency-key", key);

  const answers = [await send(5), await send(5), await send(6)];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409]);
  expect(answers[1]?.body.penalty).toEqual(answers[0]?.body.penalty);
  expect((await fileOf(user)).penalties).toHaveLength(1);
});

describe("what is refused", () => {
  test.each([
    [{ amount: 0 }, "amount: must be more than 0"],
    [{ amount: 1.234 }, "amount: must have at most two decimals"],
    [{ amount: "12" }, "amount: must be a number"],
    [{ quantity: 0 }, "quantity: must be at least 1"],
    [{ quantity: 1.5 }, "quantity: must be a whole number"],
    [{ message: "m".repeat(501) }, "message: must be at most 500 characters"],
    [{ user: `${new ObjectId()}` }, "user: is not the one in the address"],
    [{ paid: true }, "Unknown field: paid"],
  ])("%j", async (wrong, error) => {
    const user = await customer();
    const body = { amount: 1, quantity: 1, user, ...wrong };
    const answer = await staff.post(`/penalty/${user}`, body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect((await fileOf(user)).penalties).toEqual([]);
  });

  test("a penalty of nobody, one that is not there, and a stale edit", async () => {
    const nobody = `${new ObjectId()}`;
    const { _id } = await give(await customer());
    await staff.put(`/penalty/${_id}`, { amount: 3, rev: 0 });

    const stale = await staff.put(`/penalty/${_id}`, { amount: 4, rev: 0 });

    expect((await staff.post(`/penalty/${nobody}`, { amount: 1, quantity: 1 })).body.error).toBe(
      `There is no user ${nobody}`,
    );
    expect((await staff.get(`/penalty/${nobody}`)).body.error).toBe(`There is no penalty ${nobody}`);
    expect([stale.status, stale.body.penalty.amount]).toEqual([409, 3]);
  });
});

test("all that is owed stands in one list with whose it is, and what was paid leaves it", async () => {
  const user = await customer();
  const [open, paid] = [await give(user), await give(user)];
  await staff.put(`/penalty/${paid._id}`, { paid: true });

  const { body } = await staff.get("/penalty/owed/all?page=1");

  const mine = body.penalties.filter((one: Penalty) => one.user === user);
  expect(mine).toEqual([{ ...open, name: "Anu", phone: expect.stringMatching(/^\d{10}$/) }]);
});

test("a page of the user receives the penalty and that they have one", async () => {
  const user = await customer();
  const watchers = createWatchers(gateway);
  const watcher = await watchers.watchAs([`user/${user}`]);

  await give(user);

  // A change stream that is late, as on a busy machine, makes pages load again as well.
  const published = () => watcher.heard.map(({ name }) => name).filter((name) => name !== "reload");
  await expect.poll(() => published().sort(), { timeout: 20_000 }).toEqual(["penalty.changed", "user.changed"]);
  watchers.closeAll();
});
