import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { defaultLimits } from "../../limits.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { deliverCommand, listening, rowsOf } from "../testing/given-command.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, up } from "../testing/link-under-test.ts";

// Longer than any wait of this test: what waits for a rest is not stored within it.
const bouncing = { ...defaultLimits.bouncing, restMs: { least: 60_000, most: 60_000 } };

const kept = keepUnits();
const gateway = setUpGateway({ limits: { bouncing } });

const worn = 90;

test("doors that a unit opens beside a lock that bounces are stored while its locks wait for their rest", async () => {
  const login = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const { serialNumber } = login;
  const unit = kept(await listening(gateway, login));
  let seq = 0;
  const publish = (topic: string, payload: object): number => {
    seq += 1;
    unit.publish(up(serialNumber, topic), { ...payload, at, boot: "b1", seq }, 1, seq);
    return seq;
  };
  const sayLock = (channel: number, isLocked: boolean) =>
    publish("locks", { containers: [{ channel, isLocked }], full: false });
  const channels = Array.from({ length: 40 }, (_, nth) => nth + 1);
  const { commandId, session } = await deliverCommand(gateway, unit, serialNumber, { type: "stock-update", channels });
  for (let change = 0; change < 30; change += 1) sayLock(worn, change % 2 === 0);

  const locks = channels.flatMap((channel) => {
    publish("result", { commandId, channel, fact: "acknowledged" });
    const said = [sayLock(channel, false), sayLock(worn, channel % 2 === 0)];
    publish("result", { commandId, channel, fact: "opened" });
    return said;
  });

  await until("all doors are known to be open", async () =>
    (await rowsOf(gateway, session)).every(({ facts }) => facts.opened),
  );
  expect(unit.acknowledged()).not.toContain(locks.at(-1));
});
