import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpApp } from "./testing/worker-app.ts";

const app = setUpApp({ sweepEveryMs: 100, limits: { ...commandLimits, acknowledgeMs: 1_500 } });
const hourMs = 3_600_000;

/** What is stored of these sessions becomes as it is after MongoDB's clock was set back by an hour. */
const setBack = async (...ids: ObjectId[]): Promise<void> => {
  const later = (...fields: string[]) => [
    { $set: Object.fromEntries(fields.map((field) => [field, { $add: [`$${field}`, hourMs] }])) },
  ];
  const ofThem = { session: { $in: ids } };
  await app.sessionRows.updateMany(ofThem, later("sentAt", "expiresAt", "deadlineAt"));
  const opened = later("facts.opened.receivedAt");
  await app.sessionRows.updateMany({ ...ofThem, "facts.opened": { $exists: true } }, opened);
  await app.commands.updateMany(ofThem, later("createdAt", "sentAt", "expiresAt"));
  await app.sessions.updateMany({ _id: { $in: ids } }, later("createdAt", "startedAt", "expiresAt"));
};

test("a machine's turn ends, and what waits for one is not opened, where MongoDB's clock was set back", async () => {
  const machine = await app.plant();
  const silent = await app.give(machine, "open", [1]);
  await eventually(async () => expect((await app.rows(silent))[0]?.sentAt).toBeInstanceOf(Date));
  const waiting = await app.store(machine, "open", [2], commandLimits.expiresMs);

  await setBack(silent, waiting);
  const next = await app.give(machine, "open", [3]);

  await app.until(waiting, { status: "expired", reason: "Not sent in time", startedAt: null });
  await app.until(silent, { status: "failed", hasTurn: false });
  expect((await app.rows(silent))[0]).toMatchObject({ end: "timeout", reason: "Not acknowledged within 2 s" });
  await app.until(next, { status: "running", hasTurn: true });
});

test("a door that was seen open before is waited for no longer than any other", async () => {
  const session = await app.give(await app.plant(), "open", [1]);
  await eventually(async () => expect((await app.rows(session))[0]?.sentAt).toBeInstanceOf(Date));
  await app.gateway.fact(session, 1, "opened");
  await app.until(session, { hasTurn: false });
  const deadline = async () => (await app.rows(session))[0]?.deadlineAt?.getTime();

  await setBack(session);

  await eventually(async () => expect(await deadline()).toBeLessThan(Date.now() + commandLimits.closeMs + 1_000));
  await app.gateway.fact(session, 1, "closed");
  await app.until(session, { status: "completed" });
});

test("what no gateway has claimed by then is not sent", async () => {
  app.gateway.setDeaf(true);
  const session = await app.give(await app.plant(), "open", [1]);
  await app.untilReady(session);

  await setBack(session);

  await app.until(session, { status: "expired", reason: "Not sent in time", hasTurn: false });
  expect(await app.commands.findOne({ session })).toMatchObject({ state: "expired" });
  app.gateway.setDeaf(false);
});
