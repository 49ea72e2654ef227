import supertest from "supertest";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { openRedisPair } from "../../scripts/testing/redis-pair.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../testing/network.ts";
import { setUpOperator } from "../testing/operator.ts";
import { keepUnits } from "./testing/kept-units.ts";
import { connectUnit, heartbeat, listen, up } from "./testing/link-under-test.ts";

const pair = setUp(openRedisPair);
const gateway = setUpGateway(() => ({ env: { REDIS_URL: pair.url } }));
const operator = setUpOperator(gateway);
const kept = keepUnits();

const ready = () => supertest(gateway.url).get("/readyz");
const untilReady = () => eventually(async () => expect((await ready()).status).toBe(200));
const signIn = () => gateway.request.post("/auth/check").send({ phone: "9876543210" });
const linkOf = (serialNumber: string) => gateway.parts.redis.get(gateway.parts.keys.link(serialNumber));
const untilLinked = (serialNumber: string) =>
  eventually(async () => expect(await linkOf(serialNumber)).toEqual(expect.stringContaining(gateway.parts.gatewayId)));
const connected = async () => {
  const machine = await addMachine(gateway.parts);
  const login = await addUnit(gateway.parts, machine);
  const unit = kept(await connectUnit(gateway, login));
  await listen(unit, login.serialNumber);
  unit.publish(up(login.serialNumber, "live"), { ...heartbeat, strength: -60 }, 0);
  return { serialNumber: login.serialNumber, id: `${machine._id}` };
};
const statusOf = async (id: string): Promise<string> => {
  const { liveStatus } = (await operator.get("/vending-machines/live-status")).body;
  return liveStatus.find(({ _id }: { _id: string }) => _id === id)?.status;
};

test.each([
  ["full", "its memory is full", () => pair.limitMemory(1), () => pair.limitMemory(0)],
  [
    "of a user that may not write",
    "its user may not write",
    () => pair.allowWrites(false),
    () => pair.allowWrites(true),
  ],
  ["without a disk", "it cannot write to its disk", () => pair.breakDisk(), () => pair.mendDisk()],
] as const)(
  "a gateway whose Redis is %s says so, and what it could not write it writes after it",
  async (_, words, spoil, mend) => {
    await untilReady();
    await untilLinked((await connected()).serialNumber);
    await spoil();

    await eventually(async () => {
      const { status, body } = await ready();
      expect([status, body.redis, body.signals]).toEqual([503, "down", "down"]);
      expect(body.error).toContain(`Redis takes no writes: ${words}`);
    });
    const refused = await signIn();
    expect([refused.status, refused.body.error]).toEqual([503, expect.stringContaining("not possible right now")]);
    // Redis does not store it, MongoDB does.
    const late = await connected();
    await eventually(async () => expect(await statusOf(late.id)).toBe("Online"));
    expect(await linkOf(late.serialNumber).catch(() => null)).toBeNull();
    await mend();

    await untilReady();
    await untilLinked(late.serialNumber);
    expect((await signIn()).status).not.toBe(503);
  },
);

test("a gateway whose Redis fails over follows it, and writes there who is connected", async () => {
  await untilReady();
  const { serialNumber } = await connected();
  await untilLinked(serialNumber);
  await gateway.parts.redis.del(gateway.parts.keys.link(serialNumber));

  await pair.failOver();

  await untilLinked(serialNumber);
  await untilReady();
  expect((await signIn()).status).not.toBe(503);
});
