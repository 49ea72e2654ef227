import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const add = (machine: Pick<MachineDocument, "_id">, containers: unknown) =>
  operator.post("/containers/", { vendingMachine: machine._id.toHexString(), containers });
const labels = (containers: Container[]) => containers.map(({ channel, containerId }) => [channel, containerId]);

describe("adding containers by a count", () => {
  test("answers all of the machine, on its lowest free channels, working, empty and without a product", async () => {
    const machine = await addMachine(gateway.parts);
    await addContainer(gateway.parts, machine, 2);

    const { status, body } = await add(machine, 3);

    expect(status).toBe(200);
    expect(labels(body.containers)).toEqual([
      [1, "1"],
      [2, "2"],
      [3, "3"],
      [4, "4"],
    ]);
    expect(body).toEqual({ success: true, containers: expect.any(Array) });
    const added = { _id: expect.stringMatching(/^[0-9a-f]{24}$/), vendingMachine: `${machine._id}`, rev: 0 };
    expect(body.containers[0]).toEqual(aShownContainer("1", { ...added, product: null, brand: "" }));
  });

  test("gives a new container a label of its own where another one carries its number", async () => {
    const machine = await addMachine(gateway.parts);
    await addContainer(gateway.parts, machine, 1, { label: "2" });
    await addContainer(gateway.parts, machine, 3, { label: "4.1" });

    const { body } = await add(machine, 2);

    expect(labels(body.containers)).toEqual([
      [1, "2"],
      [2, "2.1"],
      [3, "4.1"],
      [4, "4"],
    ]);
  });

  test("is written down for each container, with who did it", async () => {
    const machine = await addMachine(gateway.parts);

    const { containers } = (await add(machine, 2)).body;

    for (const { _id } of containers) {
      expect(await gateway.stores.audit.find({ "record.id": _id }).toArray()).toEqual([
        expect.objectContaining({
          verb: "container.added",
          actor: { kind: "operator", id: operator.userId },
          before: null,
          after: expect.objectContaining({ label: expect.any(String) }),
        }),
      ]);
    }
  });

  test.each([0, -1, 1.5, "many", 1_000, null, true, [3], "0x10", "1e2", ""])(
    "a count of %j is refused",
    async (count) => {
      const machine = await addMachine(gateway.parts);

      const { status, body } = await add(machine, count);

      expect([status, body.success]).toEqual([400, false]);
      expect(body.error).toContain("containers");
      expect(await gateway.stores.containers.countDocuments({ machine: machine._id })).toBe(0);
    },
  );

  test("past channel 999 is refused, saying how many still fit", async () => {
    const machine = await addMachine(gateway.parts);
    await gateway.stores.containers.insertMany(
      Array.from({ length: 997 }, (_, index) => aContainer(machine, index + 1)),
    );

    const tooMany = await add(machine, 3);
    const fitting = await add(machine, 2);

    expect([tooMany.status, tooMany.body.error]).toEqual([
      400,
      "A vending machine has at most 999 containers; 2 more can be added here",
    ]);
    expect(fitting.status).toBe(200);
    expect(fitting.body.containers.at(-1)).toMatchObject({ channel: 999, containerId: "999" });
  });

  test("an unknown machine is 404, a malformed id 400", async () => {
    expect((await add({ _id: new ObjectId() }, 1)).status).toBe(404);
    expect((await operator.post("/containers", { vendingMachine: "nonsense", containers: 1 })).status).toBe(400);
  });

  test("five operators who add at once get five containers, each on a channel of its own", async () => {
    const machine = await addMachine(gateway.parts);

    const answers = await Promise.all(Array.from({ length: 5 }, () => add(machine, 2)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const found = await gateway.stores.containers.find({ machine: machine._id }).sort({ channel: 1 }).toArray();
    expect(found.map(({ channel }) => channel)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("a repeat with the same key adds nothing and answers the same", async () => {
    const machine = await addMachine(gateway.parts);
    const send = () => add(machine, 2).set("idempotency-key", "click-1");

    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();

    expect(second?.body).toEqual(first?.body);
    expect(third.body).toEqual(first?.body);
    expect(await gateway.stores.containers.countDocuments({ machine: machine._id })).toBe(2);
  });
});

describe("a machine's containers", () => {
  test("are listed by channel with brand and door, whichever way the machine is named", async () => {
    const machine = await addMachine(gateway.parts);
    const unit = await addUnit(gateway.parts, machine);
    const product = await addProduct(gateway.parts, { brand: "Kochi Cola" });
    await addContainer(gateway.parts, machine, 2, { label: "10" });
    await addContainer(gateway.parts, machine, 1, { product: product._id, isEmpty: false });
    const said = { receivedAt: new Date(), at: new Date(), connectionNumber: 1, boot: "b", seq: 1 };
    await gateway.stores.doors.insertMany(
      [true, false].map((isLocked, index) => ({
        _id: `${unit.serialNumber}/${index + 1}`,
        serialNumber: unit.serialNumber,
        channel: index + 1,
        isLocked,
        ...said,
      })),
    );

    const byId = await operator.get(`/containers?vendingMachine=${machine._id}`);
    const byName = await operator.get(`/containers/?vendingMachine=${machine.vendingMachineId}`);

    expect(byId.body).toMatchObject({
      success: true,
      asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
      containers: [
        { channel: 1, containerId: "1", brand: "Kochi Cola", isLocked: true, isEmpty: false },
        { channel: 2, containerId: "10", brand: "", isLocked: false },
      ],
    });
    expect(byName.body.containers).toEqual(byId.body.containers);
  });

  test("of an unknown machine are 404, of none 400", async () => {
    expect((await operator.get("/containers?vendingMachine=VM-nowhere")).status).toBe(404);
    expect((await operator.get("/containers")).status).toBe(400);
  });
});
