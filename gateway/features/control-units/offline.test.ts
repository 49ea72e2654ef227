import { ObjectId } from "mongodb";
import { beforeEach, expect, test, vi } from "vitest";
import { commandCalls } from "#shared/control-units/command-calls.ts";
import { type CommandType, commandTypes } from "#shared/events/machine-topics.ts";
import { forgetPresence } from "#shared/runtime/testing/redis-of-tests.ts";
import { addCommandedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

// The sweep puts presence back by itself: here only the test does.
const gateway = setUpGateway({ limits: { sweepEveryMs: 3_600_000 } });
const operator = setUpOperator(gateway);
beforeEach(async () => {
  vi.restoreAllMocks();
  await loadPresence(gateway.parts);
});

const give = (type: CommandType, vendingMachineId: string) =>
  operator.post(commandCalls[type].path, { vendingMachineId, containers: ["1", "2"] });

test.each(commandTypes)(
  "%s to a machine that is offline is stored as failed, then refused, and never queued",
  async (type) => {
    const { machine } = await addCommandedMachine(gateway.parts, { linked: false });
    const wake = vi.spyOn(gateway.parts.queues, "add");

    const { status, body } = await give(type, machine.vendingMachineId);

    expect(status).toBe(409);
    const error = "Vending machine is offline";
    expect(body).toEqual({
      success: false,
      code: expect.any(String),
      error,
      message: error,
      sessionId: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    const session = await gateway.stores.sessions.findOne({ _id: new ObjectId(body.sessionId as string) });
    expect(session).toMatchObject({
      type,
      status: "failed",
      reason: error,
      hasTurn: false,
      finishedAt: session?.createdAt,
    });
    const rows = await gateway.stores.sessionRows.find({ session: new ObjectId(body.sessionId as string) }).toArray();
    expect(rows).toHaveLength(["ping", "restart"].includes(type) ? 1 : 2);
    for (const row of rows)
      expect(row).toMatchObject({
        end: "rejected",
        endedAt: session?.createdAt,
        reason: error,
        code: "OFFLINE",
        deadlineAt: null,
        sentAt: null,
      });
    const [line] = await gateway.stores.audit.find({ "record.id": body.sessionId }).toArray();
    expect(line).toMatchObject({ verb: `control-unit.${type}`, after: { status: "failed" } });
    expect(wake).not.toHaveBeenCalled();
  },
);

test("what failed for being offline is read like any other session", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { linked: false });
  const refused = await give("open", machine.vendingMachineId);

  const { body } = await operator.get(`/control-units/session-results/${refused.body.sessionId}`);

  expect(body.session).toMatchObject({ status: "failed", reason: "Vending machine is offline" });
  expect(body.sessionResults).toEqual([
    expect.objectContaining({ containerId: "1", state: "rejected", isOpened: false, isClosed: false }),
    expect.objectContaining({ containerId: "2", state: "rejected", code: "OFFLINE" }),
  ]);
});

test("a unit that is not authorised is offline, even if its link lives on", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { unit: { authorised: false } });

  expect((await give("open", machine.vendingMachineId)).status).toBe(409);
});

test("a machine without a unit is offline", async () => {
  const machine = await addMachine(gateway.parts);
  await Promise.all([addContainer(gateway.parts, machine, 1), addContainer(gateway.parts, machine, 2)]);

  expect((await give("open", machine.vendingMachineId)).status).toBe(409);
});

test("bad input is refused as such, offline or not: nothing is stored for it", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { linked: false, containers: 1 });

  const { status, body } = await give("open", machine.vendingMachineId);

  expect(status).toBe(400);
  expect(body.error).toBe(`Vending machine ${machine.vendingMachineId} has no container 2`);
  expect(await gateway.stores.sessions.countDocuments({ machine: machine._id })).toBe(0);
});

test("a Redis that was just emptied proves nothing: the command is queued, and whoever sends it finds out", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { linked: false });
  await forgetPresence(gateway.parts);

  const { status, body } = await give("open", machine.vendingMachineId);

  expect(status).toBe(200);
  const session = await gateway.stores.sessions.findOne({ _id: new ObjectId(body.sessionId as string) });
  expect(session).toMatchObject({ status: "queued" });
});

test("a machine without a unit is offline even while Redis is empty", async () => {
  const { machine } = await addCommandedMachine(gateway.parts, { unit: { authorised: false } });
  await forgetPresence(gateway.parts);

  expect((await give("open", machine.vendingMachineId)).status).toBe(409);
});
