import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { deliverCommand, listening, rowsOf } from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, sayAcknowledged, up } from "../testing/link-under-test.ts";

const kept = keepUnits();
const gateway = setUpGateway();

const worn = 90;
const bouncingUnit = async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { serialNumber } = login;
  const unit = kept(await listening(gateway, login));
  let seq = 0;
  const publish = (topic: string, payload: object): Promise<void> => {
    seq += 1;
    return sayAcknowledged(unit, up(serialNumber, topic), { ...payload, at, boot: "b1", seq }, seq);
  };
  const sayLock = (channel: number, isLocked: boolean) =>
    publish("locks", { containers: [{ channel, isLocked }], full: false });
  await Promise.all(Array.from({ length: 30 }, (_, change) => sayLock(worn, change % 2 === 0)));
  return { serialNumber, unit, publish, sayLock };
};

/** Opens so many doors, of which the worn lock says something as well, and measures until all are known to be open. */
const openBeside = async (many: number, waitsForPubacks: boolean): Promise<number> => {
  const { serialNumber, unit, publish, sayLock } = await bouncingUnit();
  const channels = Array.from({ length: many }, (_, nth) => nth + 1);
  const { commandId, session } = await deliverCommand(gateway, unit, serialNumber, { type: "stock-update", channels });
  const began = performance.now();
  const said: Promise<void>[] = [];
  const say = async (saying: Promise<void>) => {
    said.push(saying);
    if (waitsForPubacks) await saying;
  };
  for (const channel of channels) {
    await say(publish("result", { commandId, channel, fact: "acknowledged" }));
    await say(sayLock(channel, false));
    await say(sayLock(worn, channel % 2 === 0));
    await say(publish("result", { commandId, channel, fact: "opened" }));
  }
  await Promise.all(said);
  expect((await rowsOf(gateway, session)).every(({ facts }) => facts.opened)).toBe(true);
  return performance.now() - began;
};

test("forty doors that a unit opens beside a lock that bounces are known to be open at once", async () => {
  expect(await openBeside(40, false)).toBeLessThan(3_000);
});

test("ten doors are known within the limit of one, also of a unit that waits for each PUBACK", async () => {
  expect(await openBeside(10, true)).toBeLessThan(5_000);
});
