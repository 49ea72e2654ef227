import { expect, test } from "vitest";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { until } from "#shared/testing/eventually.ts";
import { type GatewayUnderTest, setUpGateway, startGatewayUnderTest } from "../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../testing/network.ts";
import { signedInAt } from "../testing/operator.ts";
import { reportLocks } from "./testing/given-command.ts";
import { keepUnits } from "./testing/kept-units.ts";
import {
  at,
  connectRequesting,
  connectUnit,
  heardOn,
  heartbeat,
  listen,
  sayAcknowledged,
  secretsHeard,
  up,
} from "./testing/link-under-test.ts";

const kept = keepUnits();
const here = setUpGateway();
const there = setUpGateway({ beside: here });

const registered = async () => addUnit(here.parts, await addMachine(here.parts));
const linkOf = (serialNumber: string) => here.parts.redis.get(here.parts.keys.link(serialNumber));
const connected = async (gateway: GatewayUnderTest, login: { serialNumber: string; secret: string }) => {
  const unit = kept(await connectUnit(gateway, login));
  await listen(unit, login.serialNumber);
  await until("the link names this gateway", async () =>
    (await linkOf(login.serialNumber))?.startsWith(`${gateway.parts.gatewayId}:`),
  );
  return unit;
};

test("a unit that connects to another gateway is disconnected by the first one, and the link follows it", async () => {
  const login = await registered();
  const first = await connected(here, login);

  const second = await connected(there, login);

  await first.closed();
  await sayAcknowledged(second, up(login.serialNumber, "live"), heartbeat, 1);
  expect((await linkOf(login.serialNumber))?.startsWith(`${there.parts.gatewayId}:`)).toBe(true);

  const third = await connected(here, login);
  await second.closed();
  expect(third.isClosed()).toBe(false);
});

test("a notice of an older connection that comes late does not end the one that stands", async () => {
  const [login, next] = [await registered(), await registered()];
  const standing = await connected(there, login);
  const overtaken = await connected(there, next);
  const { gatewayId: gateway, bus } = here.parts;
  const notify = ({ serialNumber }: typeof login, connectionNumber: number | undefined) =>
    bus.publish("unit.connected", { serialNumber, gateway, connection: "another", connectionNumber });

  await notify(login, 0);
  await notify(next, 2);

  await overtaken.closed();
  await sayAcknowledged(standing, up(login.serialNumber, "live"), heartbeat, 1);
  // A gateway of an earlier version sends no number: its notice is followed, as before.
  await notify(login, undefined);
  await standing.closed();
});

test("an older connection that is established after the notice of the newer one is dropped", async () => {
  const login = await registered();
  const standing = await connected(there, login);
  const { connectionCounts } = here.parts.mongo.collections;
  await connectionCounts.updateOne({ _id: login.serialNumber }, { $set: { count: -1 } });

  const older = kept(await connectUnit(here, login));

  await older.closed();
  await sayAcknowledged(standing, up(login.serialNumber, "live"), heartbeat, 1);
});

test("the lock states of both connections are kept in the order of the connections", async () => {
  const login = await registered();
  const locks = (boot: string, seq: number, isLocked: boolean) => ({
    containers: [{ channel: 1, isLocked }],
    full: true,
    at,
    boot,
    seq,
  });
  const first = await connected(here, login);
  await sayAcknowledged(first, up(login.serialNumber, "locks"), locks("b1", 9, true), 1);
  const second = await connected(there, login);
  await sayAcknowledged(second, up(login.serialNumber, "locks"), locks("b2", 0, false), 1);
  const door = await here.stores.doors.findOne({ serialNumber: login.serialNumber });
  expect(door).toMatchObject({ isLocked: false, boot: "b2" });
});

test("an operator at one gateway disconnects a unit that hangs on the other", async () => {
  const login = await registered();
  const unit = await connected(there, login);
  const operator = await signedInAt(here, "admin");

  const answer = await operator.put("/vending-machines/registered-vending-machine", {
    _id: login._id.toHexString(),
    authorised: false,
  });

  expect(answer.status).toBe(200);
  await unit.closed();
  for (const gateway of [here, there]) await expect(connectUnit(gateway, login)).rejects.toThrow("refused with 5");
});

test("a unit that waits at one gateway gets its credentials when it is registered at the other", async () => {
  const serialNumber = "CU-ELSEWHERE";
  const machine = await addMachine(here.parts);
  const keys = newUnitKeys();
  const unit = kept(await connectRequesting(there, serialNumber, keys.key));
  const operator = await signedInAt(here, "admin");

  const answer = await operator.post("/vending-machines/register-request", {
    serialNumber,
    version: "1",
    name: "Elsewhere",
    vendingMachine: machine._id.toHexString(),
  });

  await until("its credentials", () => heardOn(unit, "credentials").length > 0);
  expect(secretsHeard(unit, serialNumber, keys)[0]).toBe(answer.body.secret);
});

test("a gateway that stops leaves no link behind", async () => {
  const third = await startGatewayUnderTest({ beside: here });
  const login = await registered();
  const unit = await connected(third, login);

  await third.stop();

  await unit.closed();
  expect(await linkOf(login.serialNumber)).toBeNull();
});

test("a gateway that stops ends its units one after another, and nothing that they say is lost", async () => {
  const [units, facts] = [80, 4];
  const third = await startGatewayUnderTest({ beside: here, limits: { closeUnitsPerSecond: units / 5 } });
  const logins = await Promise.all(Array.from({ length: units }, registered));
  const lines = await Promise.all(
    logins.map(async (login) => {
      const first = kept(await connectUnit(third, login));
      return { login, first, end: new Promise((resolve) => first.socket.once("close", () => resolve("closed"))) };
    }),
  );
  let closed = 0;
  let storedMeanwhile = 0;
  /** Says one state after another, waits for each PUBACK, and at the other gateway repeats what had none. */
  const play = async ({ login, first, end }: (typeof lines)[number]) => {
    let unit = first;
    for (let seq = 0; seq < facts; seq += 1) {
      if (seq === facts / 2) await Promise.race(lines.map((line) => line.end));
      if (seq === facts - 1) await end;
      const report = () => reportLocks(unit, login.serialNumber, "b1", seq, { 1: seq % 2 === 0 });
      if (unit === first) {
        const outcome = await Promise.race([end, report().then(() => "stored")]);
        if (outcome === "stored" && closed > 0) storedMeanwhile += 1;
        if (outcome === "stored") continue;
        closed += 1;
        unit = kept(await connectUnit(here, login));
      }
      await report();
    }
  };

  const played = Promise.all(lines.map(play));
  await third.stop();
  await played;

  expect(closed).toBe(units);
  expect(storedMeanwhile).toBeGreaterThan(0);
  const serialNumbers = logins.map(({ serialNumber }) => serialNumber);
  const rows = await here.stores.lockHistory.find({ "meta.unit": { $in: serialNumbers } }).toArray();
  expect(new Set(rows.map(({ meta, seq }) => `${meta.unit} ${seq}`)).size).toBe(units * facts);
  const doors = await here.stores.doors.find({ serialNumber: { $in: serialNumbers } }).toArray();
  expect(doors.map(({ seq }) => seq)).toEqual(logins.map(() => facts - 1));
});
