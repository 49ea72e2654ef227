import { ObjectId } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as worker from "../../testing/commanded-machine.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";

let gateway: GatewayUnderTest;
let operator: SignedInOperator;
let at: worker.CommandedMachine;
beforeAll(async () => {
  gateway = await startGatewayUnderTest();
  operator = await signedInAt(gateway);
  await worker.loadPresence(gateway.parts);
});
afterAll(() => gateway?.stop());
beforeEach(async () => {
  vi.restoreAllMocks();
  at = await worker.addCommandedMachine(gateway.parts);
});

const stores = () => gateway.parts.mongo.collections;
const open = async (containers = ["1", "2"]): Promise<string> => {
  const answer = await operator.post("/control-units/open", {
    vendingMachineId: at.machine.vendingMachineId,
    containers,
  });
  return answer.body.sessionId;
};
const cancel = (id: string) => operator.post(`/control-units/sessions/${id}/cancel`, {});
const stored = async (id: string) => {
  const _id = new ObjectId(id);
  const [session, command, rows] = await Promise.all([
    stores().sessions.findOne({ _id }),
    stores().commands.findOne({ session: _id }),
    stores().sessionRows.find({ session: _id }).sort({ place: 1 }).toArray(),
  ]);
  return { session, command, rows };
};
const cancelledRow = { end: "cancelled", reason: "Cancelled before it was sent", deadlineAt: null, sentAt: null };
const sentAlready = "This session was sent to the vending machine already";

test("a session that waits is cancelled with its rows, audited, and the machine's others may go on", async () => {
  const id = await open();
  const wake = vi.spyOn(gateway.parts.queues, "add");

  const { status, body } = await cancel(id);

  expect(status).toBe(200);
  expect(body.session).toMatchObject({ sessionId: id, status: "cancelled", reason: cancelledRow.reason });
  const { session, rows } = await stored(id);
  expect(session).toMatchObject({ status: "cancelled", hasTurn: false, finishedAt: expect.any(Date) });
  expect(rows).toEqual([expect.objectContaining(cancelledRow), expect.objectContaining(cancelledRow)]);
  expect(rows[0]?.endedAt).toBeInstanceOf(Date);
  const lines = await stores().audit.find({ "record.id": id, verb: "control-unit.cancelled" }).toArray();
  expect(lines).toEqual([
    expect.objectContaining({
      actor: { kind: "operator", id: operator.userId },
      before: expect.objectContaining({ status: "queued" }),
      after: expect.objectContaining({ status: "cancelled" }),
    }),
  ]);
  expect(wake.mock.calls.map(([name, payload]) => [name, payload])).toEqual([
    ["session.settle", expect.objectContaining({ sessionId: id })],
    ["machine.advance", expect.objectContaining({ vendingMachineId: at.machine.vendingMachineId })],
  ]);
});

test("a session that was started but not yet sent is cancelled: nobody can claim its command, and its turn is free", async () => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);

  const { status, body } = await cancel(id);

  expect(status).toBe(200);
  expect(body.session.status).toBe("cancelled");
  expect(await worker.claimAsGateway(gateway.parts, id)).toBe(false);
  const { session, command, rows } = await stored(id);
  expect(command).toMatchObject({ state: "cancelled", sentAt: null });
  expect(session).toMatchObject({ status: "cancelled", hasTurn: false });
  expect(rows.map(({ end }) => end)).toEqual(["cancelled", "cancelled"]);
});

test("what was sent is not cancelled: the door may be moving", async () => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  await worker.claimAsGateway(gateway.parts, id);
  const before = await stored(id);
  const wake = vi.spyOn(gateway.parts.queues, "add");

  const { status, body } = await cancel(id);

  expect(status).toBe(409);
  expect(body).toMatchObject({ error: sentAlready, message: sentAlready, session: { status: "running" } });
  expect(await stored(id)).toEqual(before);
  expect(wake).not.toHaveBeenCalled();
});

test("a session whose row was heard of is not cancelled, whatever became of its command", async () => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  await stores().sessionRows.updateOne({ session: new ObjectId(id), place: 0 }, { $set: { factCount: 1 } });
  const before = await stored(id);

  const { status, body } = await cancel(id);

  expect(status).toBe(409);
  expect(body.error).toBe(sentAlready);
  expect(await stored(id)).toEqual(before);
});

test.each(["rejected", "expired"] as const)("a session whose command is %s is just ending", async (state) => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  await stores().commands.updateOne({ session: new ObjectId(id) }, { $set: { state } });

  const { status, body } = await cancel(id);

  expect(status).toBe(409);
  expect(body.error).toBe("This session is just ending");
});

test("a session that has ended stays as it ended", async () => {
  const id = await open();
  await cancel(id);

  const { status, body } = await cancel(id);

  expect(status).toBe(409);
  expect(body).toMatchObject({ error: "This session has ended already: cancelled", session: { sessionId: id } });
  expect(await stores().audit.countDocuments({ "record.id": id, verb: "control-unit.cancelled" })).toBe(1);
});

test("a session that does not exist is 404", async () => {
  const { status, body } = await cancel("0123456789abcdef01234567");

  expect(status).toBe(404);
  expect(body.error).toBe("There is no session 0123456789abcdef01234567");
});

test("of a cancellation and a worker that starts the session at the same moment, no command is left to be sent", async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const answer = await operator.post("/control-units/check-open", {
        vendingMachineId: at.machine.vendingMachineId,
        containers: ["1"],
      });
      return answer.body.sessionId as string;
    }),
  );

  const answers = await Promise.all(
    ids.map(async (id) => (await Promise.all([cancel(id), worker.startAsWorker(gateway.parts, id)]))[0]),
  );

  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  for (const id of ids) {
    const { session, command } = await stored(id);
    expect(session?.status).toBe("cancelled");
    expect(command?.state ?? "cancelled").toBe("cancelled");
    expect(await worker.claimAsGateway(gateway.parts, id)).toBe(false);
  }
});

test("of a cancellation and a gateway that claims the command at the same moment, exactly one wins", async () => {
  const machines = await Promise.all(Array.from({ length: 12 }, () => worker.addCommandedMachine(gateway.parts)));
  const ids = await Promise.all(
    machines.map(async ({ machine: { vendingMachineId } }) => {
      const { body } = await operator.post("/control-units/open", { vendingMachineId, containers: ["1"] });
      await worker.startAsWorker(gateway.parts, body.sessionId);
      return body.sessionId as string;
    }),
  );

  for (const id of ids) {
    const [answer, claimed] = await Promise.all([cancel(id), worker.claimAsGateway(gateway.parts, id)]);

    expect(answer.status).toBe(claimed ? 409 : 200);
    const { session, command, rows } = await stored(id);
    expect(command?.state).toBe(claimed ? "sent" : "cancelled");
    expect(session?.status).toBe(claimed ? "running" : "cancelled");
    expect(rows[0]?.end).toBe(claimed ? null : "cancelled");
  }
});
