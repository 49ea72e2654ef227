import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";

const product = new ObjectId();
const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const machine = setUp(() => addMachine(gateway.parts));

let channel = 0;
const container = (options: Partial<ContainerDocument> = {}, at = machine) => {
  channel += 1;
  return addContainer(gateway.parts, at, channel, { product, ...options });
};
const stored = ({ _id }: ContainerDocument) => gateway.stores.containers.findOne({ _id });
const auditOf = ({ _id }: ContainerDocument) => gateway.stores.audit.find({ "record.id": `${_id}` }).toArray();
const body = (one: ContainerDocument, more: object = {}) => ({
  id: `${one._id}`,
  vendingMachine: `${machine._id}`,
  ...more,
});
const addStock = (one: ContainerDocument, more: object = {}) => operator.post("/containers/add-stock", body(one, more));
const addMany = (some: ContainerDocument[], vendingMachine = machine) =>
  operator.post("/containers/add-stock-bulk", {
    containers: some.map(({ _id }) => `${_id}`),
    vendingMachine: `${vendingMachine._id}`,
  });

describe("one container", () => {
  test("is stocked, and who did it when is kept with it", async () => {
    const one = await container();

    const { status, body } = await addStock(one, { rev: 0 });

    expect(status).toBe(200);
    expect(body.container).toMatchObject({ isEmpty: false, stockedOn: expect.any(String), rev: 1 });
    expect(Math.abs(Date.parse(body.container.stockedOn) - Date.now())).toBeLessThan(60_000);
    expect(await stored(one)).toMatchObject({ stockedBy: operator.userId });
    expect(await auditOf(one)).toEqual([expect.objectContaining({ verb: "container.stocked" })]);
  });

  test("is emptied, and nothing of its stocking stays", async () => {
    const one = await container({ isEmpty: false, stockedBy: new ObjectId() });

    const { body: answer } = await operator.post("/containers/remove-stock", body(one));

    expect(answer.container).toMatchObject({ isEmpty: true, stockedOn: null, rev: 1 });
    expect(await stored(one)).toMatchObject({ stockedBy: null });
    expect(await auditOf(one)).toEqual([expect.objectContaining({ verb: "container.emptied" })]);
  });

  test("that was to be checked after a refund is emptied at once; one that is reserved anew is not", async () => {
    const [of, anew] = [new ObjectId(), new ObjectId()];
    const left = { isEmpty: false, isReserved: true, reservedAt: new Date(), toCheck: of };
    const one = await container({ ...left, reservation: of });
    const other = await container({ ...left, reservation: anew });

    const answers = [one, other].map((each) => operator.post("/containers/remove-stock", body(each)));

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409]);
    expect(await stored(one)).toMatchObject({ isEmpty: true, isReserved: false, reservation: null });
    expect(await stored(other)).toEqual(other);
  });

  test("that is stocked already is 409 and keeps its date", async () => {
    const one = await container({ isEmpty: false, stockedOn: new Date("2026-01-01") });

    expect((await addStock(one)).body.error).toBe(`Container ${one.label} is not empty`);
    expect(await stored(one)).toEqual(one);
  });

  test("of another machine is 404, so that a slip does not stock the neighbour", async () => {
    const one = await container({}, await addMachine(gateway.parts));

    expect((await addStock(one)).status).toBe(404);
    expect(await stored(one)).toEqual(one);
  });

  test("is stocked by one of two operators at once", async () => {
    const one = await container();

    const answers = await Promise.all([addStock(one), addStock(one)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await auditOf(one)).toHaveLength(1);
  });
});

describe("an Idempotency-Key", () => {
  const keyed = (one: ContainerDocument, key: string, more: object = {}) =>
    addStock(one, more).set("idempotency-key", key);

  test("makes a repeat answer what was answered, even after the can has gone again", async () => {
    const one = await container();
    const first = await keyed(one, "click-1");
    await operator.post("/containers/remove-stock", body(one));

    const repeat = await keyed(one, "click-1");

    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    expect(await stored(one)).toMatchObject({ isEmpty: true, rev: 2 });
  });

  test("lets twenty repeats at once stock it once", async () => {
    const one = await container();

    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(one, "click-2")));

    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]?.body]);
    expect((await stored(one))?.rev).toBe(1);
    expect(await auditOf(one)).toHaveLength(1);
  });

  test("with another body is 409", async () => {
    const [one, other] = [await container(), await container()];
    await keyed(one, "click-3");

    for (const answer of [await keyed(other, "click-3"), await keyed(one, "click-3", { rev: 1 })]) {
      expect([answer.status, answer.body.error]).toEqual([
        409,
        "This Idempotency-Key was used for another request already",
      ]);
    }
    expect(await stored(other)).toEqual(other);
  });

  test("of another call is 409, of another operator something else", async () => {
    const [one, other] = [await container(), await container()];
    await keyed(one, "click-4");
    const colleague = await signedInAt(gateway);

    const elsewhere = await operator.post("/containers/remove-stock", body(one)).set("idempotency-key", "click-4");
    const theirs = await colleague.post("/containers/add-stock", body(other)).set("idempotency-key", "click-4");

    expect([elsewhere.status, theirs.status]).toEqual([409, 200]);
  });

  test("of a call that was refused is free again", async () => {
    const one = await container({ isWorking: false });
    expect((await keyed(one, "click-5")).status).toBe(409);
    await gateway.stores.containers.updateOne({ _id: one._id }, { $set: { isWorking: true } });

    expect((await keyed(one, "click-5")).status).toBe(200);
  });

  test.each(["with blanks in it", "x".repeat(201)])("that reads %j is 400", async (key) => {
    const one = await container();

    const { status, body } = await keyed(one, key);

    expect([status, body.error]).toEqual([400, "idempotency-key: must be 1 to 200 characters without blanks"]);
    expect(await stored(one)).toEqual(one);
  });

  test("is kept for a day", async () => {
    const [index] = (await gateway.stores.idempotencyKeys.indexes()).filter(({ name }) => name === "old");

    expect(index).toMatchObject({ key: { createdAt: 1 }, expireAfterSeconds: 86_400 });
  });
});

describe("many containers at once", () => {
  test("are all stocked, each with its audit line, and all of the machine are answered", async () => {
    const at = await addMachine(gateway.parts);
    const some = await Promise.all(Array.from({ length: 12 }, () => container({}, at)));
    await container({}, at);

    const { status, body } = await addMany([...some, ...some], at);

    expect(status).toBe(200);
    expect(body.containers).toHaveLength(13);
    expect(body.containers.filter(({ isEmpty }: { isEmpty: boolean }) => !isEmpty)).toHaveLength(12);
    for (const one of some) {
      expect(await stored(one)).toMatchObject({ isEmpty: false, stockedBy: operator.userId, rev: 1 });
      expect(await auditOf(one)).toHaveLength(1);
    }
  });

  test("are none stocked when one may not be, and the answer names each of those and why", async () => {
    const fine = await container();
    const [reserved, full, bare] = [
      await container({ isReserved: true }),
      await container({ isEmpty: false }),
      await container({ product: null }),
    ];

    const { status, body } = await addMany([fine, reserved, full, bare]);

    expect([status, body.error]).toEqual([
      409,
      `Nothing was stocked: container ${reserved.label} is reserved, container ${full.label} is not empty, ` +
        `container ${bare.label} has no product`,
    ]);
    expect(body.notAllowed.sort()).toEqual([reserved, full, bare].map(({ _id }) => `${_id}`).sort());
    expect(await stored(fine)).toEqual(fine);
    expect(await auditOf(fine)).toEqual([]);
  });

  test("are none stocked when one belongs to another machine", async () => {
    const fine = await container();
    const stranger = await container({}, await addMachine(gateway.parts));

    const { status, body } = await addMany([fine, stranger]);

    expect([status, body.notAllowed]).toEqual([404, [`${stranger._id}`]]);
    expect(await stored(fine)).toEqual(fine);
  });

  test("are stocked by one of two who name the same ones at once", async () => {
    const some = await Promise.all(Array.from({ length: 10 }, () => container()));

    const answers = await Promise.all([addMany(some), addMany(some)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const one of some) expect((await stored(one))?.rev).toBe(1);
  });

  test("are not named by an empty list", async () => {
    expect((await addMany([])).status).toBe(400);
  });
});
