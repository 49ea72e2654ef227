import { describe, expect, test } from "vitest";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";

import { type GatewayUnderTest, gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addRequest } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";
import { connectProvisioning, counted, requestRegistration } from "../testing/link-under-test.ts";

const dayMs = 86_400_000;
const requestsAt = (gateway: GatewayUnderTest) => gateway.stores.registrationRequests;
const figure = async ({ parts }: GatewayUnderTest, name: string): Promise<number> => {
  const line = (await parts.metrics.registry.metrics()).split("\n").find((found) => found.startsWith(`${name} `));
  return Number(line?.split(" ").at(-1) ?? 0);
};
const request = async (gateway: GatewayUnderTest, serialNumber: string, key?: string) => {
  const unit = await connectProvisioning(gateway, serialNumber);
  await requestRegistration(unit, serialNumber, key ? { key } : {});
  unit.leave();
};

describe("a flood of serial numbers, many more than may wait, at two gateways", () => {
  /** A fifth of what a gateway has by default. */
  const limits = { waitingRequests: 200 };
  const most = limits.waitingRequests;
  const here = setUpGateway({ limits });
  const there = setUpGateway({ beside: here, limits });

  test("leaves as many requests as may wait; those beyond are dropped and counted, and what waits is still refreshed", async () => {
    const atOnce = 40;
    let sent = 0;
    // Three from before there was a limit: they count as well.
    const old = [await addRequest(here.parts), await addRequest(here.parts), await addRequest(here.parts)];
    const waiting = () => requestsAt(here).countDocuments();
    const wave = async () => {
      await Promise.all(
        Array.from({ length: atOnce }, (_, i) => request(i % 2 === 0 ? here : there, `CU-F-${sent + i}`)),
      );
      sent += atOnce;
    };
    while (sent < 2.6 * most) await wave();
    // A place that both took in the same moment stays free until a list that was full is counted again.
    while ((await waiting()) < most - old.length) await wave();

    const waits = await waiting();
    expect(waits).toBeLessThanOrEqual(most);
    const dropped =
      (await counted(here, "dropped_total", "requests-full")) +
      (await counted(there, "dropped_total", "requests-full"));
    expect(dropped).toBe(sent + old.length - waits);

    const [known] = await requestsAt(here).find({ serialNumber: /^CU-F/ }).limit(1).toArray();
    const { key } = newUnitKeys();
    await request(here, known?.serialNumber ?? "", key);
    expect(await requestsAt(here).findOne({ _id: known?._id })).toMatchObject({ key });

    // A place that becomes free is used again.
    await requestsAt(here).deleteOne({ _id: known?._id });
    const late = word("LATE");
    await until("the late one waits", async () => {
      await request(here, late);
      return requestsAt(here).findOne({ serialNumber: late });
    });
    expect(await requestsAt(here).countDocuments()).toBeLessThanOrEqual(most);
    const operator = await signedInAt(here, "admin");
    const { allRequests } = (await operator.get("/vending-machines/register-request")).body;
    expect(allRequests.length).toBeGreaterThanOrEqual(most - old.length);
  });
});

test("one serial number requested at two gateways at once leaves one request", async () => {
  const here = await gatewayOfTest();
  const there = await gatewayOfTest({ beside: here });
  for (let round = 0; round < 10; round += 1) {
    const serialNumber = word("BOTH");
    await Promise.all([here, there, here, there].map((gateway) => request(gateway, serialNumber)));
    expect(await requestsAt(here).countDocuments({ serialNumber })).toBe(1);
  }
});

test("a request that was not refreshed for seven days ends and is counted; a repeated one stays", async () => {
  const gateway = await gatewayOfTest({ limits: { requestSweepEveryMs: 50 } });
  const now = gateway.parts.clock.now();
  const old = await addRequest(gateway.parts, { requestedAt: new Date(now - 7 * dayMs - 1_000) });
  const young = await addRequest(gateway.parts, { requestedAt: new Date(now - 7 * dayMs + 60_000) });
  await until("the old one ends", async () => (await requestsAt(gateway).findOne({ _id: old._id })) === null);
  expect(await requestsAt(gateway).findOne({ _id: young._id })).not.toBeNull();
  await until("it is counted", async () => (await figure(gateway, "cansole_registration_requests")) === 1);
  const expired = "cansole_registration_requests_expired_total";
  await until("its end is counted", async () => (await figure(gateway, expired)) === 1);
});

test("one connection sends ten requests at once and not more; the others are dropped, counted and answered", async () => {
  const gateway = await gatewayOfTest();
  const serialNumber = word("LOUD");
  const unit = await connectProvisioning(gateway, serialNumber);
  for (let i = 0; i < 25; i += 1) await requestRegistration(unit, serialNumber, { version: `${i}` });
  expect(await counted(gateway, "dropped_total", "too-often")).toBeGreaterThanOrEqual(14);
  expect(unit.isClosed()).toBe(false);
});
