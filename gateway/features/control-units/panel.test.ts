import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { aBrandEntry } from "#shared/runtime/testing/stored-records.ts";
import { addCommandedMachine, type LinkedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine, addProduct, addProfile } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpWatchers } from "../../testing/watcher.ts";

let at: LinkedMachine;
const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const watchers = setUpWatchers(gateway);
beforeAll(async () => {
  await loadPresence(gateway.parts);
  at = await addCommandedMachine(gateway.parts);
});
const open = async ({ machine }: LinkedMachine, containers: string[]): Promise<string> => {
  const { vendingMachineId } = machine;
  return (await operator.post("/control-units/open", { vendingMachineId, containers })).body.sessionId;
};

describe("the results of a session", () => {
  test("are its rows in the operator's order, with every field of the table", async () => {
    const id = await open(at, ["3", "1"]);

    const { status, body } = await operator.get(`/control-units/session-results/${id}`);

    expect(status).toBe(200);
    const session = await gateway.stores.sessions.findOne({ _id: new ObjectId(id) });
    const { vendingMachineId } = at.machine;
    expect(body).toEqual({
      success: true,
      asOf: expect.stringMatching(/^[0-9a-f]{16}$/),
      session: expect.objectContaining({ sessionId: id, vendingMachineId, type: "open", status: "queued" }),
      sessionResults: ["3", "1"].map((containerId) =>
        expect.objectContaining({
          transactionId: session?.commandId,
          containerId,
          vendingMachineId,
          requestType: "open",
          isOpened: false,
          isClosed: false,
          datetime: session?.createdAt.toISOString(),
          state: "queued",
        }),
      ),
    });
  });

  test("of a session that does not exist are 404", async () => {
    const { status, body } = await operator.get("/control-units/session-results/0123456789abcdef01234567");

    expect(status).toBe(404);
    expect(body.error).toBe("There is no session 0123456789abcdef01234567");
  });

  test("are published to the session's room; the machine's room receives its sessions", async () => {
    const id = await open(at, ["1"]);
    const ofSession = await watchers.watchAs([`session/${id}`]);
    const ofMachine = await watchers.watchAs([`machine/${at.machine._id}`]);

    await operator.post(`/control-units/sessions/${id}/cancel`, {});
    const later = await open(at, ["2"]);

    // The event of the opening may still have been on its way to those who just joined.
    const isOfOpening = ({ sessionId, status }: { sessionId?: string; status?: string }) =>
      sessionId === id && status === "queued";
    const published = (watcher: typeof ofSession, name: string) =>
      watcher.heard
        .filter((event) => event.name === name)
        .map(({ payload }) => (payload as { view: object }).view)
        .filter((view) => !isOfOpening(view));
    await expect
      .poll(() => published(ofMachine, "session.changed"))
      .toEqual([
        expect.objectContaining({ sessionId: id, status: "cancelled" }),
        expect.objectContaining({ sessionId: later, status: "queued" }),
      ]);
    await expect
      .poll(() => published(ofSession, "session.row.changed"))
      .toEqual([expect.objectContaining({ sessionId: id, containerId: "1", state: "cancelled" })]);
    expect(published(ofSession, "session.changed")).toEqual([expect.objectContaining({ status: "cancelled" })]);
  });
});

describe("testing feedback", () => {
  const say = (body: object) =>
    operator.post("/control-units/testing-feedback", {
      vendingMachineId: at.machine.vendingMachineId,
      lockFailedTo: "Failed To Open",
      operationType: "Stock Update",
      ...body,
    });

  test("is kept with its session, and by whom", async () => {
    const id = await open(at, ["1"]);

    const { status, body } = await say({ id });

    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: "Success" });
    const [kept, ...more] = await gateway.stores.testingFeedback.find({ session: new ObjectId(id) }).toArray();
    expect(more).toEqual([]);
    expect(kept).toMatchObject({
      machine: at.machine._id,
      vendingMachineId: at.machine.vendingMachineId,
      by: operator.userId,
      lockFailedTo: "Failed To Open",
      operationType: "Stock Update",
      createdAt: expect.any(Date),
    });
    expect(await gateway.stores.audit.countDocuments({ "record.id": `${kept?._id}` })).toBe(1);
  });

  test.each<[string, () => Promise<object>, number, string]>([
    [
      "of a machine that does not exist",
      async () => ({ vendingMachineId: "VM-none", id: await open(at, ["1"]) }),
      404,
      "There is no vending machine VM-none",
    ],
    [
      "of a session that does not exist",
      async () => ({ id: "0123456789abcdef01234567" }),
      404,
      "There is no session 0123456789abcdef01234567",
    ],
    [
      "of another machine's session",
      async () => ({ id: await open(await addCommandedMachine(gateway.parts), ["1"]) }),
      409,
      "belongs to vending machine",
    ],
    [
      "without a lock status",
      async () => ({ id: await open(at, ["1"]), lockFailedTo: "" }),
      400,
      "'Failed To Open' or 'Failed To Close'",
    ],
    [
      "without an operation type",
      async () => ({ id: await open(at, ["1"]), operationType: "Ping" }),
      400,
      "'Open Container' or 'Stock Update'",
    ],
  ])("%s is refused, and nothing is kept", async (_what, body, status, error) => {
    const before = await gateway.stores.testingFeedback.countDocuments();

    const answer = await say(await body());

    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(error);
    expect(await gateway.stores.testingFeedback.countDocuments()).toBe(before);
  });
});

describe("the machines that the panel offers", () => {
  const list = async (query = "") =>
    (await operator.get(`/vending-machines/registered-vending-machines-products${query}`)).body;

  test("are those with a registered unit, with the brands of their profile but for deposits, and their containers by channel", async () => {
    const products = [await addProduct(gateway.parts), await addProduct(gateway.parts)];
    const deposit = await addProduct(gateway.parts, { brand: "Refundable slot", productType: "deposit" });
    const { _id: profile } = await addProfile(gateway.parts, {
      brands: [...products, deposit].map((one) => aBrandEntry(one)),
    });
    const { machine } = await addCommandedMachine(gateway.parts, { machine: { profile }, containers: 0 });
    await addContainer(gateway.parts, machine, 10, { label: "2" });
    await addContainer(gateway.parts, machine, 2, { label: "7.1" });
    await addContainer(gateway.parts, machine, 3, { label: "1", isWorking: false });
    const unregistered = await addMachine(gateway.parts, { profile });

    const { vendingMachines, asOf } = await list();

    expect(asOf).toMatch(/^[0-9a-f]{16}$/);
    const { _id, name, vendingMachineId } = machine;
    expect(vendingMachines).toContainEqual({
      _id: `${_id}`,
      name,
      vendingMachineId,
      brands: products.map(({ _id: product, brand }) => ({ brand, product: `${product}` })),
      containers: ["7.1", "1", "2"],
      working: ["7.1", "2"],
    });
    expect(vendingMachines.map((one: { _id: string }) => one._id)).not.toContain(`${unregistered._id}`);

    // Where they are more than a caller wants, each is asked for by its id.
    const many = await list("?upTo=1");
    expect(many).toMatchObject({ vendingMachines: [], total: await gateway.stores.machines.countDocuments() });
    expect((await list(`?vendingMachine=${vendingMachineId}&upTo=1`)).vendingMachines).toMatchObject([{ name }]);
    for (const other of [unregistered.vendingMachineId, "none"])
      expect((await list(`?vendingMachine=${other}`)).vendingMachines).toEqual([]);
  });

  test("are there without containers, and while their unit is not authorised", async () => {
    const { machine } = await addCommandedMachine(gateway.parts, { containers: 0, unit: { authorised: false } });

    const { vendingMachines } = await list();

    expect(vendingMachines).toContainEqual(
      expect.objectContaining({ _id: `${machine._id}`, brands: [], containers: [], working: [] }),
    );
  });
});
