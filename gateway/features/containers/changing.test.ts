import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

let machine: MachineDocument;
const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const cola = setUp(() => addProduct(gateway.parts, { brand: "Cola" }));
const tea = setUp(() => addProduct(gateway.parts, { brand: "Tea" }));
beforeAll(async () => {
  const profile = await addProfile(gateway.parts, { brands: [aBrandEntry(cola, 1), aBrandEntry(tea, 2)] });
  machine = await addMachine(gateway.parts, { profile: profile._id });
});

let channel = 0;
const container = (options: Partial<ContainerDocument> = {}) => {
  channel += 1;
  return addContainer(gateway.parts, machine, channel, options);
};
const stored = ({ _id }: ContainerDocument) => gateway.stores.containers.findOne({ _id });
const put = ({ _id }: Pick<ContainerDocument, "_id">, body: object) => operator.put(`/containers?id=${_id}`, body);

describe("a label", () => {
  test("is changed and answered with the record", async () => {
    const one = await container();

    const { status, body } = await put(one, { container_id: " 700.5 ", rev: 0 });

    expect(status).toBe(200);
    expect(body.container).toMatchObject({ _id: `${one._id}`, containerId: "700.5", channel: one.channel, rev: 1 });
  });

  test("that another container of this machine carries is 409 naming it; at another machine it is free", async () => {
    const [one, other] = [await container(), await container()];
    const elsewhere = await addContainer(gateway.parts, await addMachine(gateway.parts), 1);

    const taken = await put(one, { container_id: other.label });
    const free = await put(elsewhere, { container_id: other.label });

    expect([taken.status, taken.body.error]).toEqual([
      409,
      `This vending machine has a container ${other.label} already`,
    ]);
    expect(free.status).toBe(200);
    expect((await stored(one))?.label).toBe(one.label);
  });

  test.each(["", "12345678901", "A1", "1,2", "1 2"])("%j is refused", async (label) => {
    const { status, body } = await put(await container(), { container_id: label });

    expect([status, body.error]).toEqual([400, "container_id: must be 1 to 10 digits or dots"]);
  });

  test("that two operators give at once goes to one of them", async () => {
    const [one, other] = [await container(), await container()];

    const answers = await Promise.all([put(one, { container_id: "800" }), put(other, { container_id: "800" })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a product", () => {
  const choose = (one: ContainerDocument, product: ObjectId, prevProduct: string | null) =>
    put(one, { product: `${product}`, _id: `${one._id}`, prevProduct });

  test("is chosen over the one that the operator saw", async () => {
    const one = await container();

    const first = await choose(one, cola._id, null);
    const second = await choose(one, tea._id, `${cola._id}`);

    expect(first.body.container).toMatchObject({ product: `${cola._id}`, brand: "Cola", rev: 1 });
    expect(second.body.container).toMatchObject({ product: `${tea._id}`, brand: "Tea", rev: 2 });
  });

  test("over one that was changed meanwhile is 409, with the container as it is now", async () => {
    const one = await container({ product: tea._id });

    for (const seen of [null, `${cola._id}`]) {
      const { status, body } = await choose(one, cola._id, seen);

      expect([status, body.error]).toEqual([409, `The product of container ${one.label} was changed meanwhile`]);
      expect(body.container).toMatchObject({ product: `${tea._id}`, brand: "Tea", rev: 0 });
    }
  });

  test("must stand in the machine's profile, as a product", async () => {
    const deposit = await addProduct(gateway.parts, { productType: "deposit" });
    const elsewhere = await addProduct(gateway.parts);
    await gateway.stores.productProfiles.updateOne(
      { _id: machine.profile },
      { $push: { brands: aBrandEntry(deposit, 3) } },
    );

    for (const { _id } of [deposit, elsewhere, { _id: new ObjectId() }]) {
      const { status, body } = await choose(await container(), _id, null);

      expect([status, body.error]).toEqual([
        400,
        "product: must be one of the products of the vending machine's profile",
      ]);
    }
  });

  test("is taken off, and the audit shows what stood there", async () => {
    const one = await container({ product: cola._id });

    const { body } = await operator.put("/containers/remove-product", { _id: `${one._id}`, rev: 0 });

    expect(body.container).toMatchObject({ product: null, brand: "", rev: 1 });
    expect(await gateway.stores.audit.findOne({ "record.id": `${one._id}` })).toMatchObject({
      verb: "container.product.removed",
      actor: { kind: "operator", id: operator.userId },
      before: { product: cola._id },
      after: { product: null },
    });
  });

  test("is refused when the body names another container than the address", async () => {
    const [one, other] = [await container(), await container()];

    const { status, body } = await put(one, { product: `${cola._id}`, _id: `${other._id}`, prevProduct: null });

    expect([status, body.error]).toEqual([400, "_id: must be the id of the container that is changed"]);
  });
});

describe("two operators on one container", () => {
  test("the later stale save is refused with the container as it is now", async () => {
    const one = await container();
    await put(one, { container_id: "901", rev: 0 });

    const { status, body } = await put(one, { isWorking: false, rev: 0 });

    expect([status, body.error]).toEqual([409, "This container was changed by somebody else meanwhile"]);
    expect(body.container).toMatchObject({ containerId: "901", isWorking: true, isLocked: true, rev: 1 });
  });

  test("of two who save at once one wins", async () => {
    const one = await container();

    const answers = await Promise.all([
      put(one, { isWorking: false, rev: 0 }),
      put(one, { container_id: "902", rev: 0 }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stored(one))?.rev).toBe(1);
  });

  test("a save that changes nothing is no change", async () => {
    const one = await container();

    const { body } = await put(one, { isWorking: true, rev: 0 });

    expect(body.container.rev).toBe(0);
    expect(await gateway.stores.audit.countDocuments({ "record.id": `${one._id}` })).toBe(0);
  });
});

describe("a reservation", () => {
  test("by an operator has no end; they take it back", async () => {
    const one = await container({ product: cola._id, isEmpty: false });

    const reserved = await put(one, { isReserved: true });
    expect(reserved.body.container).toMatchObject({ isReserved: true, reservedUntil: null });
    expect((await stored(one))?.reservedAt).toBeInstanceOf(Date);
    const released = await put(one, { isReserved: false });

    expect(released.body.container).toMatchObject({ isReserved: false });
    expect(await stored(one)).toMatchObject({ reservedAt: null, rev: 2 });
  });

  test("of a customer is not taken over by an operator who did not see it", async () => {
    const until = new Date(Date.now() + 60_000);
    const customers = { isReserved: true, reservedUntil: until, reservedAt: new Date(), reservation: new ObjectId() };
    const one = await container({ product: cola._id, isEmpty: false, ...customers });

    const { status, body } = await put(one, { isReserved: true });

    expect([status, body.error]).toEqual([409, `Container ${one.label} is reserved for a customer`]);
    expect(await stored(one)).toEqual(one);
  });
});

test.each<[string, object]>([
  ["nothing", {}],
  ["two things at once", { isWorking: true, isReserved: false }],
  ["a field that there is not", { isEmpty: false }],
  ["a word for a switch", { isWorking: "yes" }],
  ["a product without what was seen", { product: "0123456789abcdef01234567", _id: "0123456789abcdef01234567" }],
  ["an object for an id", { product: { $ne: null }, _id: "0123456789abcdef01234567", prevProduct: null }],
])("a change that names %s is 400", async (_title, body) => {
  const one = await container();

  const answer = await put(one, body);

  expect([answer.status, answer.body.success]).toEqual([400, false]);
  expect(await stored(one)).toEqual(one);
});

test("a container that is unknown is 404, one that is badly named 400", async () => {
  expect((await put({ _id: new ObjectId() }, { isWorking: false })).status).toBe(404);
  expect((await operator.put("/containers?id=7", { isWorking: false })).status).toBe(400);
  expect((await operator.put("/containers", { isWorking: false })).status).toBe(400);
});

describe("deleting", () => {
  const remove = (one: ContainerDocument, vendingMachine = `${machine._id}`) =>
    operator.delete("/containers/", { vendingMachine, container: `${one._id}` });

  test("answers the remaining containers, and frees the channel", async () => {
    const one = await container();

    const { status, body } = await remove(one);

    expect(status).toBe(200);
    expect(body.containers.map(({ _id }: { _id: string }) => _id)).not.toContain(`${one._id}`);
    expect(body.containers).toHaveLength(await gateway.stores.containers.countDocuments({ machine: machine._id }));
    expect(await gateway.stores.audit.findOne({ "record.id": `${one._id}` })).toMatchObject({
      verb: "container.deleted",
      after: null,
    });
  });

  test("takes its parameters from the query as well", async () => {
    const one = await container();

    const { status } = await operator.delete(`/containers?vendingMachine=${machine._id}&container=${one._id}`);

    expect([status, await stored(one)]).toEqual([200, null]);
  });

  test("at a machine that does not have it is 404", async () => {
    const one = await container();

    expect((await remove(one, `${(await addMachine(gateway.parts))._id}`)).status).toBe(404);
    expect(await stored(one)).toEqual(one);
  });
});
