import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startSingleStores } from "../../scripts/testing/single-stores.ts";
import { openTcpLine } from "../../scripts/testing/tcp-line.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../testing/network.ts";
import { commanded, giveCommand, listening, signal } from "./testing/given-command.ts";
import { keepUnits } from "./testing/kept-units.ts";

/** A line to Redis that can be cut for a while. */
const openLine = async () => {
  let isCut = false;
  const { host, cut, stop } = await openTcpLine(stores.redisUrl, (near, far) => {
    if (isCut) return near.destroy();
    near.pipe(far);
    far.pipe(near);
  });
  return {
    url: `redis://${host}`,
    cut: () => {
      isCut = true;
      cut();
    },
    mend: () => {
      isCut = false;
    },
    stop,
  };
};

const kept = keepUnits();
const stores = setUp(startSingleStores);
const line = setUp(openLine);
const here = setUpGateway(() => ({ env: { REDIS_URL: line.url } }));
const there = setUpGateway(() => ({ env: { REDIS_URL: line.url }, beside: here }));

test("of two connections of a unit that came to stand while Redis was away the newer one is left, and commanded", async () => {
  const login = await addUnit(here.parts, await addMachine(here.parts));
  const linkOf = () => here.parts.redis.get(here.parts.keys.link(login.serialNumber));
  const earlier = kept(await listening(here, login));
  await until("its link", linkOf);

  line.cut();
  await until("Redis is away for both", () => [here, there].every(({ parts }) => parts.redis.status !== "ready"));
  const newer = kept(await listening(there, login));
  line.mend();

  await earlier.closed();
  await until("the link of the newer one", async () => (await linkOf())?.startsWith(there.parts.gatewayId));
  const { commandId } = await giveCommand(here, login.serialNumber);
  // Its subscription may come back later than its link.
  await until("its gateway to hear of it", async () => (await signal(there, commandId)) > 0);
  await until("the command", () => commanded(newer).includes(commandId));
  expect(newer.isClosed()).toBe(false);
});
