import { expect, test } from "vitest";
import type { NetworkEvent } from "#shared/network-events/network-event.schema.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { connectBeatingUnit } from "../../testing/control-unit.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway({ standingClock: true });
const operator = setUpOperator(gateway);
const minute = 60_000;
const agoMs = (ms: number) => new Date(gateway.clock.now() - ms);
const read = async (): Promise<NetworkEvent[]> => (await operator.get("/network-events")).body.events;

test("outages that are over, failed vends, flags and unmatched payments are listed, the newest first", async () => {
  const machine = await addMachine(gateway.parts);
  const unit = await addUnit(gateway.parts, machine);
  const user = aUser();
  await gateway.stores.users.insertOne(user);
  const row = (event: "connected" | "disconnected", age: number, connection: string) => ({
    receivedAt: agoMs(age * minute),
    meta: { unit: unit.serialNumber, machine: `${machine._id}` },
    event,
    why: null,
    connection,
    gateway: "g",
  });
  await gateway.stores.connectionHistory.insertMany([
    row("connected", 600, "a"),
    row("disconnected", 50, "a"),
    row("connected", 20, "b"),
  ]);
  const [waiting, refunded] = [
    aTransaction(user, machine, { time: agoMs(30 * minute) }),
    aTransaction(user, machine, { time: agoMs(40 * minute), status: "failed" }),
  ];
  const opened = aTransaction(user, machine, { time: agoMs(minute), status: "opened" });
  await gateway.stores.canTransactions.insertMany([waiting, refunded, opened]);
  const flagged = anOrder(user, machine, { flags: ["paid twice"], time: agoMs(10 * minute) });
  await gateway.stores.orders.insertOne(flagged);
  await gateway.stores.unknownPayments.insertOne({
    _id: "pay_Nobodys",
    providerOrderId: null,
    status: "captured",
    amount: 9_440,
    currency: "INR",
    firstAt: agoMs(5 * minute),
    lastAt: agoMs(5 * minute),
  });

  const events = await read();

  const of = { _id: `${machine._id}`, name: machine.name };
  expect(events).toMatchObject([
    { kind: "payment", paymentId: "pay_Nobodys", amount: 94.4 },
    { kind: "flag", machine: of, order: `${flagged._id}`, flags: ["paid twice"] },
    {
      kind: "outage",
      machine: of,
      from: agoMs(50 * minute).toISOString(),
      to: agoMs(20 * minute).toISOString(),
      at: agoMs(20 * minute).toISOString(),
    },
    { kind: "failed vend", machine: of, transaction: `${waiting._id}`, isSettled: false },
    { kind: "failed vend", machine: of, transaction: `${refunded._id}`, isSettled: true },
  ]);
  expect(events).toHaveLength(5);
});

test("a machine that falls silent is out since it was heard last, until it is heard again", async () => {
  const machine = await addMachine(gateway.parts);
  const unit = await addUnit(gateway.parts, machine);
  const client = await connectBeatingUnit(gateway, unit);
  await client.beat(-60, new Date(gateway.clock.now()));
  const outages = async () =>
    (await read()).filter((event) => event.kind === "outage" && event.machine._id === `${machine._id}`);
  expect(await outages()).toEqual([]);

  const lastSeen = new Date(gateway.clock.now()).toISOString();
  gateway.clock.advance(76_000);
  expect(await outages()).toMatchObject([{ at: lastSeen, from: lastSeen, to: null }]);

  await client.beat(-60, new Date(gateway.clock.now()));
  await eventually(async () => expect(await outages()).toEqual([]));
  await client.end();
});
