import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { Away } from "#shared/network-events/while-away.schema.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";

const gateway = setUpGateway({ standingClock: true });
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;
const now = () => gateway.clock.now();
const read = async (token: string): Promise<Away | null> =>
  (await gateway.request.get("/network-events/while-away").set("authorization", `Bearer ${token}`)).body.away;
const use = (token: string) => gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`);
/** Signed in, in use for ten minutes, and away since. */
const leave = async () => {
  const { token, userId } = await gateway.signIn("staff");
  gateway.clock.advance(10 * minute);
  await use(token);
  return { userId, left: now(), token };
};

test("what happened since any browser of the operator was used last is summed, without what they did themselves", async () => {
  const { userId, left } = await leave();
  const colleague = await gateway.signIn("admin");
  const asColleague = (path: string, body: object) =>
    gateway.request.put(path).set("authorization", `Bearer ${colleague.token}`).send(body);
  const [machine, other] = [await addMachine(gateway.parts, { name: "Lobby" }), await addMachine(gateway.parts)];
  const at = (ms: number) => new Date(left + ms);
  const subject = { kind: "machine" as const, id: `${machine._id}` };
  const of = { machine: machine._id, subject };
  const times = (from: number) => ({ startedAt: at(from), raisedAt: at(from), lastAt: at(from) });
  const over = (to: number) => ({ state: "cleared" as const, clearedAt: at(to) });
  await gateway.stores.alarms.insertMany([
    anAlarm({ ...of, ...times(20 * minute), ...over(50 * minute) }),
    // It began before they left.
    anAlarm({ ...of, ...times(-hour), ...over(10 * minute) }),
    // Three that are left out: one known at the last visit and unchanged since, a warning, and one that was over
    // before.
    anAlarm({ ...times(-2 * hour), machine: other._id }),
    anAlarm({ ...times(30 * minute), severity: "warning" }),
    anAlarm({ ...times(-2 * hour), ...over(-hour) }),
  ]);
  const user = aUser();
  await gateway.stores.users.insertOne(user);
  const failed = (ms: number) => aTransaction(user, machine, { time: at(ms) });
  const [before, first, second] = [failed(-hour), failed(30 * minute), failed(40 * minute)];
  await gateway.stores.canTransactions.insertMany([before, first, second]);
  gateway.clock.advance(2 * hour - minute);
  await asColleague(`/vending-machines/${other._id}`, { location: "Ground floor" });
  gateway.clock.advance(minute);
  const again = await gateway.openLogin(userId);

  const away = await read(again);

  expect(away).toMatchObject({
    from: new Date(left).toISOString(),
    until: at(2 * hour).toISOString(),
    isCut: false,
    lines: [
      { kind: "failed vends", machine: { name: "Lobby" }, count: 2, transaction: `${second._id}` },
      { kind: "outage", machine: { name: "Lobby" }, times: 2, lastedMs: 100 * minute, isOver: true },
      { kind: "actions", by: { _id: `${colleague.userId}`, name: "Test admin" }, others: 0 },
    ],
    more: 0,
  });
  expect(away?.lines[2]).toMatchObject({ verbs: [{ verb: "machine.changed", count: 1 }] });
});

test("nobody was away who was here within the hour, in any browser, or never before", async () => {
  const { userId, left, token } = await leave();
  await gateway.stores.alarms.insertOne(anAlarm({ startedAt: new Date(left), lastAt: new Date(left) }));
  const first = await gateway.signIn();
  expect(await read(first.token)).toBeNull();

  gateway.clock.advance(hour - minute);
  expect(await read(await gateway.openLogin(userId))).toBeNull();
  await use(token);
  gateway.clock.advance(hour - minute);
  expect(await read(await gateway.openLogin(userId))).toBeNull();

  gateway.clock.advance(hour);
  await gateway.stores.alarms.insertOne(anAlarm({ startedAt: new Date(now() - minute), lastAt: new Date(now()) }));
  expect((await read(await gateway.openLogin(userId)))?.lines).toHaveLength(1);
});

test("of a longer absence the last week is told, and nothing where nothing happened", async () => {
  const { userId } = await leave();
  gateway.clock.advance(20 * day);
  expect(await read(await gateway.openLogin(userId))).toBeNull();

  gateway.clock.advance(8 * day);
  const id = new ObjectId();
  const began = new Date(now() - hour);
  await gateway.stores.alarms.insertOne(
    anAlarm({
      kind: "door-without-command",
      subject: { kind: "container", id: `${id}` },
      startedAt: began,
      lastAt: began,
    }),
  );
  const away = await read(await gateway.openLogin(userId));
  expect(away).toMatchObject({ isCut: true, lines: [{ kind: "alarm", isOver: false }] });
  expect(Date.parse(away?.until ?? "") - Date.parse(away?.from ?? "")).toBe(7 * day);
});
