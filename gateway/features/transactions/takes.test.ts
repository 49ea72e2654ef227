import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import { createToday } from "../../records/today.ts";
import { takeIds } from "./take-id.ts";
import { aDeposit, setUpTakeFixture, type TakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();
type RefusedTake = [
  string,
  Parameters<TakeFixture["addSelling"]>[0],
  Parameters<TakeFixture["addTaker"]>[1],
  object,
  string,
];

test("a can is debited, its container claimed and commanded, its limit counted and its slot taken, in one answer", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 2, needDeposit: true });
  await fixture.stores.deposits.insertOne(aDeposit(user._id, { depositBought: 1, freeDeposit: 1 }));

  const { status, body } = await fixture.take(user, at);

  expect([status, body.error]).toEqual([200, undefined]);
  const can = await fixture.canOf(body.transaction.transactionId);
  expect(body).toEqual({
    success: true,
    sessionId: `${can.session}`,
    transaction: expect.objectContaining({ _id: `${can._id}`, status: "pending", isLive: true, containerId: "1" }),
  });
  expect(JSON.stringify(body)).not.toContain(user.phone);
  expect(can).toMatchObject({ user: user._id, holdsSlot: true, depositUsed: true, live: can.session });
  expect(await fixture.stores.containers.findOne({ _id: can.container })).toMatchObject({
    label: "1",
    isReserved: true,
    reservedUntil: null,
    reservation: can._id,
    isEmpty: false,
  });
  expect(await fixture.stores.sessions.findOne({ _id: can.session })).toMatchObject({ type: "open", status: "queued" });
  expect(await fixture.stores.sessionRows.find({ session: can.session }).toArray()).toMatchObject([
    { transactionId: can.transactionId, container: can.container, channel: 1 },
  ]);
  expect(await fixture.stores.cans.findOne({ _id: user._id })).toMatchObject({
    totalCans: 1,
    openedCans: 1,
    openedDay: can.openedDay,
  });
  expect(await fixture.stores.deposits.findOne({ _id: user._id })).toMatchObject({ depositUsed: 1 });
  expect(await fixture.stores.canLedger.findOne({ "ref.id": can._id })).toMatchObject({ debit: 1, message: "Taken" });
  expect(await fixture.stores.audit.findOne({ "record.id": `${can._id}` })).toMatchObject({
    verb: "transaction.taken",
    actor: { kind: "intake", id: fixture.keyId },
  });
  await fixture.expectBooksToAgree(user._id);
});

describe("is refused in its sentence, and nothing is reserved or debited", () => {
  test.each<RefusedTake>([
    ["a suspended user", {}, { suspend: true }, {}, "This user is suspended and takes no cans"],
    ["one without a can", {}, { cans: 0 }, {}, "This user has no can of Cola to take at this vending machine"],
    ["one whose limit is reached", { cansLimit: 1 }, {}, { openedCans: 1 }, "The limit of 1 cans a day is reached"],
    ["one without a deposit", {}, { needDeposit: true }, {}, "No deposit is free: return a can or buy a deposit first"],
    ["one without a security deposit", {}, { needSecurityDeposit: true }, {}, "A security deposit must be paid first"],
    ["a deactive machine", { active: false }, {}, {}, "This vending machine is deactive and sells nothing"],
    ["nothing in stock", { cans: 0 }, {}, {}, "No can of Cola is in stock at this vending machine"],
  ])("%s", async (_words, machine, taker, today, sentence) => {
    const at = await fixture.addSelling(machine);
    const user = await fixture.addTaker(at, taker);
    const openedDay = createToday(fixture.parts)();
    await fixture.stores.cans.updateOne({ _id: user._id }, { $set: { ...today, openedDay } });
    const before = await fixture.stores.cans.findOne({ _id: user._id });

    const { status, body } = await fixture.take(user, at);

    expect([status, body.error.replace(/Cola [0-9a-f]{8}/, "Cola")]).toEqual([409, sentence]);
    expect(await fixture.stores.containers.countDocuments({ machine: at.machine._id, isReserved: true })).toBe(0);
    expect(await fixture.stores.cans.findOne({ _id: user._id })).toEqual(before);
    expect(await fixture.stores.canTransactions.countDocuments({ user: user._id })).toBe(0);
  });

  test("unknown customers and machines, calls without a key or a sign-in of their own", async () => {
    const at = await fixture.addSelling();
    const user = await fixture.addTaker(at);
    const input = { phone: user.phone, vendingMachine: at.machine.vendingMachineId, product: `${at.product}` };
    const post = (body: object) => fixture.intake("/intake/transactions", body);

    expect((await post({ ...input, phone: "1000000000" })).body.error).toBe("There is no user with this phone");
    expect((await post({ ...input, vendingMachine: "nowhere" })).status).toBe(404);
    expect((await post({ ...input, product: `${new ObjectId()}` })).status).toBe(409);
    expect((await post({ ...input, product: "cola" })).status).toBe(400);
    expect((await fixture.staff.post("/intake/transactions", input)).status).toBe(401);
    expect((await fixture.gateway.request.post("/intake/transactions").send(input)).status).toBe(401);
  });
});

test("a machine that is surely offline: the can is debited and pending, its session failed, and it may be opened later", async () => {
  const at = await fixture.addSelling({ linked: false });
  const user = await fixture.addTaker(at);

  const { status, body } = await fixture.take(user, at);

  expect(status).toBe(200);
  expect(body.transaction).toMatchObject({ status: "pending", isLive: false, vendingMachineMessage: "OFFLINE" });
  const can = await fixture.canOf(body.transaction.transactionId);
  expect(await fixture.stores.sessions.findOne({ _id: can.session })).toMatchObject({ status: "failed" });
  expect(await fixture.stores.cans.findOne({ _id: user._id })).toMatchObject({ totalCans: 0, openedCans: 1 });
});

test("repeated with its key, at once or later, it is one take, also when the stored answer is gone", async () => {
  const at = await fixture.addSelling({ cans: 5 });
  const user = await fixture.addTaker(at, { cans: 5 });
  const key = randomUUID();

  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => fixture.take(user, at, key)));
  await fixture.stores.idempotencyKeys.deleteMany({});
  const later = await fixture.take(user, at, key);

  const ids = [...answers, later].map(({ status, body }) => `${status} ${body.transaction?._id} ${body.error}`);
  expect(new Set(ids).size).toBe(1);
  expect(await fixture.stores.containers.countDocuments({ machine: at.machine._id, isReserved: true })).toBe(1);
  expect(await fixture.stores.cans.findOne({ _id: user._id })).toMatchObject({ totalCans: 4 });
  const other = await fixture.intake(
    "/intake/transactions",
    { phone: user.phone, vendingMachine: at.machine.vendingMachineId, product: `${new ObjectId()}` },
    key,
  );
  expect(other.status).toBe(409);
});

test("a call that looked before its twin came through is answered what its twin was, though it took the last can", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at, { cans: 1 });
  const { parts, stores } = fixture;
  const key = randomUUID();
  const answered: string[] = [];
  // The twin is done at another gateway between this one's first look and its next step.
  const findOne = async (...args: Parameters<typeof stores.canTransactions.findOne>) => {
    const found = await stores.canTransactions.findOne(...args);
    if (answered.length === 0) answered.push((await fixture.take(user, at, key)).body.transaction._id);
    await stores.idempotencyKeys.deleteMany({});
    return found;
  };
  const canTransactions = new Proxy(stores.canTransactions, {
    get: (of, name) => (name === "findOne" ? findOne : Reflect.get(of, name)),
  });
  const takeSlowly = fixture.takeWith({ mongo: { ...parts.mongo, collections: { ...stores, canTransactions } } });

  const { transaction } = await takeSlowly(user, at, key);

  expect([transaction._id]).toEqual(answered);
  expect(await stores.canTransactions.countDocuments({ user: user._id })).toBe(1);
});

test("what found no turn among too many transactions gives its can back at once", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at);
  const takeBusy = fixture.takeWith({ once: () => Promise.reject(new TransactionsBusyError("waited for its turn")) });

  await expect(takeBusy(user, at, randomUUID())).rejects.toThrow(TransactionsBusyError);
  expect(await fixture.stores.containers.countDocuments({ machine: at.machine._id, isReserved: true })).toBe(0);
});

test("repeated later it is answered as it stands by then", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at);
  const key = randomUUID();
  const { body } = await fixture.take(user, at, key);
  const seen = { status: "opened", containerOpen: true } as const;
  await fixture.stores.canTransactions.updateOne({ transactionId: body.transaction.transactionId }, { $set: seen });

  expect((await fixture.take(user, at, key)).body).toMatchObject({ sessionId: body.sessionId, transaction: seen });
});

test("a key that was forgotten after its day names its can, and nobody else's", async () => {
  const at = await fixture.addSelling();
  const user = await fixture.addTaker(at);
  const other = await fixture.addTaker(at);
  const key = randomUUID();
  const { body } = await fixture.take(user, at, key);
  await fixture.stores.idempotencyKeys.deleteMany({});

  const theirs = await fixture.take(other, at, key);
  const repeated = await fixture.take(user, at, key);

  expect([theirs.status, theirs.body.error]).toEqual([
    409,
    "This Idempotency-Key was used for another request already",
  ]);
  expect([repeated.status, repeated.body.transaction]).toEqual([200, body.transaction]);
  expect(await fixture.stores.canTransactions.countDocuments({ machine: at.machine._id })).toBe(1);
});

describe("a gateway that is killed", () => {
  test("after the reservation: the repeated call goes on with it", async () => {
    const at = await fixture.addSelling({ cans: 2 });
    const user = await fixture.addTaker(at);
    const key = randomUUID();
    // What a gateway leaves that dies between its first write and the second: the reservation under the call's id.
    const { _id } = takeIds({ id: fixture.keyId }, key);
    const reservedUntil = new Date(Date.now() + 60_000);
    const [, second] = at.containers;
    await fixture.stores.containers.updateOne(
      { _id: second?._id ?? new ObjectId() },
      { $set: { isReserved: true, reservation: _id, reservedUntil, reservedAt: new Date() } },
    );

    const { status, body } = await fixture.take(user, at, key);

    expect([status, body.transaction.containerId]).toEqual([200, "2"]);
    expect(await fixture.stores.containers.countDocuments({ machine: at.machine._id, isReserved: true })).toBe(1);
  });

  test("before the workers were woken up: everything stands, for their sweep to find", async () => {
    const at = await fixture.addSelling();
    const user = await fixture.addTaker(at);
    const { body } = await fixture.take(user, at);

    expect(await fixture.stores.sessions.findOne({ _id: new ObjectId(`${body.sessionId}`) })).toMatchObject({
      status: "queued",
      takesTurn: true,
    });
  });

  test("of a worker, after it had written that the can came out: its container is not made available meanwhile", async () => {
    const { transactionId } = await fixture.taken();
    const { _id, container } = await fixture.canOf(transactionId);
    const status = "opened" as const;
    await fixture.stores.canTransactions.updateOne({ _id }, { $set: { status, live: null, containerDue: container } });

    const { body } = await fixture.staff.put(`/containers?id=${container}`, { isReserved: false });

    expect(body.error).toBe(`Container 1 is claimed by transaction ${transactionId}: open or refund that first`);
  });
});
