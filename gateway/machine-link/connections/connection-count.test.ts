import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { createConnectionCount } from "./connection-count.ts";

const gateway = setUpGateway();

test("each sign-in of a unit has a number of its own, whichever gateway counts it", async () => {
  const gateways = [createConnectionCount(gateway.parts), createConnectionCount(gateway.parts)];
  const count = (unit: string) => Promise.all(gateways.map((counted) => counted(unit)));

  const atOnce = await Promise.all([count("CU-A"), count("CU-A"), count("CU-A"), count("CU-B")]);

  expect(atOnce.slice(0, 3).flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(atOnce[3]?.toSorted()).toEqual([1, 2]);
  for (let number = 7; number < 20; number += 1) expect(await gateways[number % 2]?.("CU-A")).toBe(number);
});
