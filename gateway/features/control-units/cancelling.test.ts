import { type Collection, type Document, ObjectId } from "mongodb";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as worker from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

let at: worker.LinkedMachine;
const gateway = setUpGateway();
const operator = setUpOperator(gateway);
beforeAll(() => worker.loadPresence(gateway.parts));
beforeEach(async () => {
  vi.restoreAllMocks();
  at = await worker.addCommandedMachine(gateway.parts);
});

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
    gateway.stores.sessions.findOne({ _id }),
    gateway.stores.commands.findOne({ session: _id }),
    gateway.stores.sessionRows.find({ session: _id }).sort({ place: 1 }).toArray(),
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
  const lines = await gateway.stores.audit.find({ "record.id": id, verb: "control-unit.cancelled" }).toArray();
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

test("a session whose row was reported is not cancelled, whatever became of its command", async () => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  await gateway.stores.sessionRows.updateOne({ session: new ObjectId(id), place: 0 }, { $set: { factCount: 1 } });
  const before = await stored(id);

  const { status, body } = await cancel(id);

  expect(status).toBe(409);
  expect(body.error).toBe(sentAlready);
  expect(await stored(id)).toEqual(before);
});

test.each(["rejected", "expired"] as const)("a session whose command is %s is just ending", async (state) => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  await gateway.stores.commands.updateOne({ session: new ObjectId(id) }, { $set: { state } });

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
  expect(await gateway.stores.audit.countDocuments({ "record.id": id, verb: "control-unit.cancelled" })).toBe(1);
});

test("a session that does not exist is 404", async () => {
  const { status, body } = await cancel("0123456789abcdef01234567");

  expect(status).toBe(404);
  expect(body.error).toBe("There is no session 0123456789abcdef01234567");
});

/** Lets somebody else write between what a cancellation has read and what it writes next. */
const inBetween = (collection: "commands" | "sessionRows", action: () => unknown) => {
  const written = gateway.stores[collection] as unknown as Collection<Document>;
  const write = written.updateMany.bind(written);
  return vi.spyOn(written, "updateMany").mockImplementationOnce(async (...given) => {
    await action();
    return write(...given);
  });
};

test("a worker that starts the session in between leaves no command to be sent", async () => {
  const id = await open();
  const cancelling = inBetween("commands", () => worker.startAsWorker(gateway.parts, id));

  const { status } = await cancel(id);

  expect(status).toBe(200);
  expect(cancelling.mock.calls.length).toBeGreaterThan(1);
  const { session, command } = await stored(id);
  expect(session).toMatchObject({ status: "cancelled", hasTurn: false });
  expect(command?.state).toBe("cancelled");
});

test("a gateway that claims the command in between has won: the session goes on, untouched", async () => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  inBetween("commands", () => worker.claimAsGateway(gateway.parts, id));

  const { status, body } = await cancel(id);

  expect(status).toBe(409);
  expect(body.error).toBe(sentAlready);
  const { session, command, rows } = await stored(id);
  expect(command?.state).toBe("sent");
  expect(session).toMatchObject({ status: "running", hasTurn: true });
  expect(rows.map(({ end }) => end)).toEqual([null, null]);
});

test("a gateway that claims the command after it was cancelled, but before that is known, gets nothing", async () => {
  const id = await open();
  await worker.startAsWorker(gateway.parts, id);
  let claim: Promise<boolean> | undefined;
  inBetween("sessionRows", () => {
    claim = worker.claimAsGateway(gateway.parts, id);
  });

  const { status } = await cancel(id);

  expect(status).toBe(200);
  expect(await claim).toBe(false);
  expect((await stored(id)).command?.state).toBe("cancelled");
});
