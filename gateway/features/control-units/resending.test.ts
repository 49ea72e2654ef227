import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import type { RowEnd } from "#shared/control-units/control-unit.schema.ts";
import { setUpEach } from "#shared/testing/set-up.ts";
import { addCommandedMachine, loadPresence } from "../../testing/commanded-machine.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
beforeAll(() => loadPresence(gateway.parts));
const at = setUpEach(() => addCommandedMachine(gateway.parts));

/** A session on containers 1, 2, 3… whose rows have ended like this; null goes on. */
const ended = async (ends: (RowEnd | null)[], type = "open"): Promise<string> => {
  const { body } = await operator.post(`/control-units/${type}`, {
    vendingMachineId: at.machine.vendingMachineId,
    containers: ends.map((_, i) => i + 1),
    operationType: "Open Container",
  });
  const session = new ObjectId(body.sessionId as string);
  await Promise.all(
    ends.map((end, place) =>
      gateway.stores.sessionRows.updateOne({ session, place }, { $set: { end, endedAt: new Date() } }),
    ),
  );
  return body.sessionId;
};
const resend = (id: string, body: object = {}) => operator.post(`/control-units/sessions/${id}/resend`, body);
const stored = (id: string) => gateway.stores.sessions.findOne({ _id: new ObjectId(id) });

test("all that ended badly is given again as a new session of the same kind; the failed one stays as it was", async () => {
  const id = await ended(["timeout", "done", null, "rejected"]);
  const rows = () =>
    gateway.stores.sessionRows
      .find({ session: new ObjectId(id) })
      .sort({ place: 1 })
      .toArray();
  const before = [await stored(id), await rows()];

  const { status, body } = await resend(id);

  expect(status).toBe(200);
  expect(body).toEqual({ success: true, sessionId: expect.stringMatching(/^[0-9a-f]{24}$/), message: "Success" });
  const again = await stored(body.sessionId);
  expect(again).toMatchObject({
    type: "open",
    channels: [1, 4],
    resends: new ObjectId(id),
    operationType: "Open Container",
    status: "queued",
    startedBy: operator.userId,
  });
  expect(again?.commandId).not.toBe((await stored(id))?.commandId);
  expect(again?.expiresAt.getTime()).toBe((again?.createdAt.getTime() ?? 0) + 30_000);
  const fresh = await gateway.stores.sessionRows.find({ session: again?._id ?? new ObjectId() }).toArray();
  expect(fresh.map(({ label, end }) => [label, end])).toEqual([
    ["1", null],
    ["4", null],
  ]);
  const resentAs = [new ObjectId(body.sessionId)];
  expect([await stored(id), await rows()]).toEqual([{ ...before[0], resentAs }, before[1]]);
});

test("named rows alone are given again, by label or container id, in the operator's order", async () => {
  const id = await ended(["failed", "expired", "cancelled"]);

  const { body } = await resend(id, { containers: [`${at.containers[2]?._id}`, "1"] });

  expect((await stored(body.sessionId))?.channels).toEqual([3, 1]);
});

test("a ping or restart is given again without containers", async () => {
  const id = await ended(["timeout"], "vending-machine-restart");

  const { body } = await resend(id, { containers: ["1"] });

  expect(await stored(body.sessionId)).toMatchObject({ type: "restart", channels: [], resends: new ObjectId(id) });
});

test("two operators who give the same containers again at once open each door once", async () => {
  const id = await ended(["failed", "timeout", "expired"]);

  const answers = await Promise.all([resend(id, { containers: ["1", "2"] }), resend(id, { containers: ["2"] })]);

  const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([done?.status, refused?.status]).toEqual([200, 409]);
  expect(refused?.body).toMatchObject({ error: "Container 2 was sent again already", sessionId: done?.body.sessionId });
  expect((await resend(id, { containers: ["3"] })).status).toBe(200);

  await gateway.stores.sessions.updateOne({ _id: new ObjectId(done?.body.sessionId) }, { $set: { status: "failed" } });
  expect((await resend(id, { containers: ["2"] })).status).toBe(200);
});

test("an older session is not given again while a later one of the same rows is under way, nor both at once", async () => {
  const end = async (id: string, rows: object = {}) => {
    const session = new ObjectId(id);
    await gateway.stores.sessionRows.updateMany({ session, ...rows }, { $set: { end: "failed", endedAt: new Date() } });
    if (Object.keys(rows).length === 0)
      await gateway.stores.sessions.updateOne({ _id: session }, { $set: { status: "failed" } });
  };
  const first = await ended(["failed", "failed"]);
  const second = (await resend(first)).body.sessionId;
  await end(second);
  const third = (await resend(second, { containers: ["1"] })).body.sessionId;

  const refused = await resend(first, { containers: ["1", "2"] });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ error: "Container 1 was sent again already", sessionId: third });

  await end(third);
  const answers = await Promise.all([first, second, third].map((id) => resend(id, { containers: ["1"] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);

  // Rows that have failed again may be resent while the others go on.
  const both = (await resend(first, { containers: ["2"] })).body.sessionId;
  await end(both, { label: "2" });
  expect((await resend(both)).status).toBe(200);
});

describe("it is refused, and nothing is stored", () => {
  test.each<[string, (RowEnd | null)[], string[], number, string]>([
    ["for a row that ended well", ["done", "failed"], ["1"], 409, "Container 1 has not failed"],
    ["for rows that go on", [null, "failed", null], ["1", "2", "3"], 409, "Container 1, 3 has not failed"],
    ["for a session of which nothing failed", ["done", null], [], 409, "Nothing of this session has failed"],
    ["for a container that the session does not have", ["failed"], ["1", "3"], 400, "This session has no container 3"],
    ["for a container named twice", ["failed"], ["1", "1"], 400, "Container - Duplicates"],
  ])("%s", async (_why, ends, containers, status, error) => {
    const id = await ended(ends);

    const answer = await resend(id, { containers });

    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error, message: error });
    expect(await gateway.stores.sessions.countDocuments({ machine: at.machine._id })).toBe(1);
  });

  test("for a session that does not exist", async () => {
    const { status, body } = await resend("0123456789abcdef01234567");

    expect(status).toBe(404);
    expect(body.error).toBe("There is no session 0123456789abcdef01234567");
  });

  test("for a container that was deleted since", async () => {
    const id = await ended(["failed", "failed"]);
    await gateway.stores.containers.deleteOne({ machine: at.machine._id, label: "2" });

    const { status, body } = await resend(id);

    expect(status).toBe(400);
    expect(body.error).toBe(`Vending machine ${at.machine.vendingMachineId} no longer has container 2`);
  });
});

test("it is given again once for one key, and a machine that went offline fails it at once", async () => {
  const id = await ended(["failed"]);
  const [first, second] = [
    await resend(id).set("idempotency-key", "again"),
    await resend(id).set("idempotency-key", "again"),
  ];
  await gateway.parts.redis.del(gateway.parts.keys.link(at.unit.serialNumber));
  await gateway.stores.sessions.updateOne({ _id: new ObjectId(first.body.sessionId) }, { $set: { status: "failed" } });

  const offline = await resend(id);

  expect(second.body).toEqual(first.body);
  expect(offline.status).toBe(409);
  expect(offline.body).toMatchObject({ error: "Vending machine is offline", sessionId: expect.any(String) });
  expect(await stored(offline.body.sessionId)).toMatchObject({ status: "failed", resends: new ObjectId(id) });
  expect(await gateway.stores.sessions.countDocuments({ resends: new ObjectId(id) })).toBe(2);
});
