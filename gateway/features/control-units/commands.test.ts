import { ObjectId } from "mongodb";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { commandTypes } from "#shared/events/machine-topics.ts";
import { addCommandedMachine, type LinkedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct } from "../../testing/network.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";

let at: LinkedMachine;
const gateway = setUpGateway();
const operator = setUpOperator(gateway);
beforeAll(() => loadPresence(gateway.parts));
beforeEach(async () => {
  vi.restoreAllMocks();
  at = await addCommandedMachine(gateway.parts);
});

const give = (type: keyof typeof commandCalls, more: object = {}) =>
  operator.post(commandCalls[type].path, { vendingMachineId: at.machine.vendingMachineId, ...more });
const storedSession = (id: string) => gateway.stores.sessions.findOne({ _id: new ObjectId(id) });
const storedRows = (id: string) =>
  gateway.stores.sessionRows
    .find({ session: new ObjectId(id) })
    .sort({ place: 1 })
    .toArray();

test("a container that is out of order is commanded as any other: that is what a technician tests", async () => {
  const broken = at.containers[1]?._id;
  await gateway.stores.containers.updateOne({ _id: broken }, { $set: { isWorking: false } });

  const { status, body } = await give("open", { containers: at.containers.map(({ label }) => label) });

  expect(status).toBe(200);
  const rows = await storedRows(body.sessionId);
  expect(rows.map(({ container }) => container)).toEqual(at.containers.map(({ _id }) => _id));
});

test.each(commandTypes)(
  "%s is stored with its rows and audit line, the workers are woken, and it is answered at once",
  async (type) => {
    const wake = vi.spyOn(gateway.parts.queues, "add");
    const names = !["ping", "restart"].includes(type);

    const { status, body } = await give(type, names ? { containers: ["3", "1"] } : {});

    expect(status).toBe(200);
    expect(body).toEqual({ success: true, sessionId: expect.stringMatching(/^[0-9a-f]{24}$/), message: "Success" });
    const session = await storedSession(body.sessionId);
    expect(session).toMatchObject({
      machine: at.machine._id,
      vendingMachineId: at.machine.vendingMachineId,
      type,
      channels: names ? [3, 1] : [],
      status: "queued",
      reason: null,
      hasTurn: false,
      startedBy: operator.userId,
      checks: null,
      resends: null,
      takesTurn: ["open", "stock-update", "restart"].includes(type),
      startedAt: null,
      finishedAt: null,
      commandId: expect.stringMatching(/^[0-9a-f]{24}$/),
      trace: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(session?.expiresAt.getTime()).toBe((session?.createdAt.getTime() ?? 0) + 30_000);
    const rows = await storedRows(body.sessionId);
    expect(rows.map(({ place, label, channel, container }) => ({ place, label, channel, container }))).toEqual(
      names
        ? [
            { place: 0, label: "3", channel: 3, container: at.containers[2]?._id },
            { place: 1, label: "1", channel: 1, container: at.containers[0]?._id },
          ]
        : [{ place: 0, label: "", channel: null, container: null }],
    );
    for (const row of rows)
      expect(row).toMatchObject({
        commandId: session?.commandId,
        type,
        machine: at.machine._id,
        createdAt: session?.createdAt,
        expiresAt: session?.expiresAt,
        deadlineAt: session?.expiresAt,
        sentAt: null,
        facts: {},
        factCount: 0,
        end: null,
        endedAt: null,
        reason: null,
        code: null,
        awaitsRestart: false,
      });
    const lines = await gateway.stores.audit.find({ "record.id": body.sessionId }).toArray();
    expect(lines).toEqual([
      expect.objectContaining({ verb: `control-unit.${type}`, actor: { kind: "operator", id: operator.userId } }),
    ]);
    expect(wake.mock.calls).toEqual([
      ["machine.advance", { vendingMachineId: at.machine.vendingMachineId, trace: session?.trace }],
    ]);
    expect(await gateway.stores.commands.countDocuments({ session: new ObjectId(body.sessionId) })).toBe(0);
  },
);

test("containers are named by label, by number and by database id, mixed; the operator's order is kept", async () => {
  const [one, , , four] = at.containers;

  const { body } = await give("open", { containers: [`${four?._id}`.toUpperCase(), 2, `${one?._id}`] });

  expect((await storedSession(body.sessionId))?.channels).toEqual([4, 2, 1]);
});

test("a label that an operator changed names its container still, whatever its channel", async () => {
  await gateway.stores.containers.updateOne({ machine: at.machine._id, channel: 1 }, { $set: { label: "10.5" } });

  const { body } = await give("check-open", { containers: ["10.5", "2"] });

  expect((await storedSession(body.sessionId))?.channels).toEqual([1, 2]);
  expect((await storedRows(body.sessionId)).map(({ label }) => label)).toEqual(["10.5", "2"]);
});

test("what the test panel sends beside is kept with the session", async () => {
  const { _id: product } = await addProduct(gateway.parts);
  const beside = { operationType: "Stock Update", lockFailedTo: "Failed To Open" };

  const { body } = await give("stock-update", { containers: ["1"], productId: `${product}`, id: null, ...beside });

  expect(await storedSession(body.sessionId)).toMatchObject({ product, ...beside });
});

test("a ping or restart takes no notice of containers that the panel sends along", async () => {
  const { body } = await give("ping", { containers: ["1", "no such label"] });

  expect((await storedSession(body.sessionId))?.channels).toEqual([]);
});

test("a machine that was deactivated can be commanded still", async () => {
  at = await addCommandedMachine(gateway.parts, { machine: { active: false } });

  expect((await give("open", { containers: ["1"] })).status).toBe(200);
});

test("a command changes nothing of the stock", async () => {
  const before = await gateway.stores.containers.find({ machine: at.machine._id }).toArray();

  await give("stock-update", { containers: ["1", "2"] });

  expect(await gateway.stores.containers.find({ machine: at.machine._id }).toArray()).toEqual(before);
});

test("a queue that fails is no failure of the call: the session waits to be found", async () => {
  vi.spyOn(gateway.parts.queues, "add").mockRejectedValue(new Error("the queue is away"));

  const { status, body } = await give("open", { containers: ["1"] });

  expect(status).toBe(200);
  expect(await storedSession(body.sessionId)).toMatchObject({ status: "queued" });
});

test("a session is timed by the database's clock, whatever this gateway's own clock says", async () => {
  const beside = { database: gateway.database, prefix: gateway.prefix };
  const limits = { commands: { ...commandLimits, expiresMs: 1_234 } };
  const late = await gatewayOfTest({ beside, standingClock: true, limits });
  late.clock.advance(-3_600_000);
  const there = await signedInAt(late);
  const path = commandCalls.open.path;
  const before = Date.now();

  const { body } = await there.post(path, { vendingMachineId: at.machine.vendingMachineId, containers: ["1"] });

  const session = await storedSession(body.sessionId);
  const createdAt = session?.createdAt.getTime() ?? 0;
  // Both clocks run on this computer: they differ by far less than the hour that this gateway's clock is wrong.
  expect(Math.abs(createdAt - before)).toBeLessThan(60_000);
  expect(session?.expiresAt.getTime()).toBe(createdAt + 1_234);
});
