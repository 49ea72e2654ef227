import { expect, test } from "vitest";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { anAlarm } from "#shared/runtime/testing/stored-alarms.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aDeletion, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually, until } from "#shared/testing/eventually.ts";
import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addRequest, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { setUpWatchers, type Watcher } from "../../testing/watcher.ts";

const limits = { attention: { lookEveryMs: 50, countAllEveryMs: 500 } };
const gateway = setUpGateway({ standingClock: true, limits });
const beside = setUpGateway({ beside: gateway, standingClock: true, limits });
const operator = setUpOperator(gateway);
const watchers = setUpWatchers(gateway);
const watchersBeside = setUpWatchers(beside);

const read = async (): Promise<PendingCounts> => (await operator.get("/attention")).body.attention;
const publishedTo = ({ heard }: Watcher): PendingCounts[] =>
  heard.flatMap(({ name, payload }) =>
    name === "attention.changed" ? [(payload as { view: PendingCounts }).view] : [],
  );
const untilPublished = (watcher: Watcher, counts: Partial<PendingCounts>) =>
  eventually(() => expect(publishedTo(watcher).at(-1)).toMatchObject(counts));
const agoMs = (ms: number) => new Date(gateway.clock.now() - ms);

test("each count is what the page of its link would show", async () => {
  const machine = await addMachine(gateway.parts);
  const [user, other] = [aUser(), aUser()];
  await gateway.stores.users.insertMany([user, other]);
  await addRequest(gateway.parts);
  await gateway.stores.canTransactions.insertMany([
    aTransaction(user, machine, { time: agoMs(180_000) }),
    aTransaction(user, machine, { time: agoMs(1_000) }),
    aTransaction(user, machine, { time: agoMs(180_000), status: "opened" }),
  ]);
  await gateway.stores.orders.insertMany([
    anOrder(user, machine, { status: "payment successful", flags: ["paid twice"] }),
    anOrder(user, machine, { time: agoMs(3 * 86_400_000) }),
    anOrder(user, machine),
  ]);
  await gateway.stores.unknownPayments.insertOne({
    _id: "pay_Nobodys",
    providerOrderId: null,
    status: "captured",
    amount: 9_440,
    currency: "INR",
    firstAt: new Date(),
    lastAt: new Date(),
  });
  const done = { ...waitingReconciliation({ kind: "system", id: null }, gateway.clock.now()), state: "done" as const };
  await gateway.stores.reconciliations.insertOne({ ...done, drifts: 2 });
  await gateway.stores.accountDeletions.insertMany([
    aDeletion(user._id),
    aDeletion(other._id, { processedAt: new Date() }),
  ]);

  await gateway.stores.alarms.insertMany([
    anAlarm(),
    anAlarm({ seenBy: user._id, seenAt: new Date() }),
    anAlarm({ snoozedUntil: agoMs(-60_000) }),
    anAlarm({ quietUntil: agoMs(-60_000) }),
    anAlarm({ state: "cleared", clearedAt: new Date() }),
  ]);
  expect(await read()).toEqual({
    countedAt: gateway.clock.now(),
    online: 0,
    offline: 0,
    unavailable: 1,
    waitingUnits: 1,
    failedVends: 1,
    paymentsToCheck: 3,
    drifts: 2,
    accountDeletions: 1,
    alarms: 1,
  });
  expect((await operator.get("/transactions/needs-action")).body.total).toBe(1);
});

test("the sockets of both gateways receive what changes, in and out", async () => {
  const [here, there] = [await watchers.watchAs(["attention"]), await watchersBeside.watchAs(["attention"])];
  const { waitingUnits } = await read();
  const { serialNumber } = await addRequest(gateway.parts);
  for (const watcher of [here, there]) await untilPublished(watcher, { waitingUnits: waitingUnits + 1 });

  await operator.delete("/vending-machines/register-request", { serialNumber });
  for (const watcher of [here, there]) await untilPublished(watcher, { waitingUnits });
  expect(publishedTo(there).at(-1)?.failedVends).toBe((await read()).failedVends);
});

test("a machine that is heard, falls silent and loses its unit is counted anew each time", async () => {
  const machine = await addMachine(gateway.parts);
  const watcher = await watchers.watchAs(["attention"]);
  await until("a count", () => publishedTo(watcher).length > 0);
  const { online, offline, unavailable } = await read();
  const unit = await addUnit(gateway.parts, machine);
  const client = await connectBeatingUnit(gateway, unit);
  await client.beat(-60, new Date(gateway.clock.now()));
  await untilPublished(watcher, { online: online + 1, offline, unavailable: unavailable - 1 });

  gateway.clock.advance(76_000);
  await untilPublished(watcher, { online, offline: offline + 1, unavailable: unavailable - 1 });
  expect(await read()).toMatchObject({ online, offline: offline + 1 });

  await client.beat(-60, new Date(gateway.clock.now()));
  await untilPublished(watcher, { online: online + 1, offline });
  await operator.put("/vending-machines/registered-vending-machine", { _id: `${unit._id}`, authorised: false });
  await untilPublished(watcher, { online, offline, unavailable });
  await client.end();
});

test("a can that is not opened in time is counted though no event comes", async () => {
  await gateway.stores.canTransactions.deleteMany({});
  const [user, machine] = [aUser(), await addMachine(gateway.parts)];
  await gateway.stores.users.insertOne(user);
  const watcher = await watchers.watchAs(["attention"]);
  await gateway.stores.canTransactions.insertOne(aTransaction(user, machine, { time: agoMs(60_000) }));
  const { failedVends } = await read();
  await untilPublished(watcher, { failedVends });

  gateway.clock.advance(61_000);

  await untilPublished(watcher, { failedVends: failedVends + 1 });
});
