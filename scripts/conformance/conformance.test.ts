import { expect, test } from "vitest";
import { healthy } from "../simulator/faults.ts";
import { createSimulatedMachine } from "../simulator/simulated-machine.ts";
import type { Result } from "./cases.ts";
import { groups, runConformance } from "./conformance.ts";
import { sentenceOf } from "./manual.ts";
import { startPythonUnit, unitPackages } from "./testing/python-unit.ts";

const serialNumber = "CU-KIT";
const provisioningKey = "kit-provisioning";
const pace = 0.1;

/** All that the kit said of the unit that `switchOn` points at a port. */
const judged = async (
  switchOn: (port: number) => (() => Promise<void>) | Promise<() => Promise<void>>,
): Promise<Result[]> => {
  const results: Result[] = [];
  let off: ReturnType<typeof switchOn> = async () => undefined;
  const options = { serialNumber, provisioningKey, pace, host: "127.0.0.1", port: 0, secret: null, waitMs: 60_000 };
  try {
    await runConformance(options, {
      onOpen: (port) => {
        off = switchOn(port);
      },
      onGroup: () => undefined,
      onResult: (result) => results.push(result),
    });
  } finally {
    await (await off)();
  }
  return results;
};
const failed = (results: Result[]) =>
  results.flatMap(({ is, title, why }) => (is === "fail" ? [`${title}: ${why}`] : []));
/** It takes an hour, and a door that may have been closed by then. */
const maySkip = ["asks for the time again once an hour", "says then that the lock is open"];
const skipped = (results: Result[]) => results.flatMap(({ is, title }) => (is === "skipped" ? [title] : []));

test("there are more than a hundred cases, and each is about a sentence of the manual", () => {
  const cases = groups.flatMap(({ titles }) => titles);
  expect(cases.length).toBeGreaterThan(100);
  for (const { says } of cases) expect(sentenceOf(says).text).toContain(says);
});

test("the simulator does what the manual says", { timeout: 300_000 }, async () => {
  const results = await judged((port) => {
    const machine = createSimulatedMachine({
      plan: { serialNumber, version: "2.4.1", channels: [1, 2, 3, 7], faults: healthy, seed: "kit" },
      mqttUrl: `mqtt://127.0.0.1:${port}`,
      secret: null,
      provisioningKey,
      liveEveryMs: 25_000 * pace,
      pace,
      onEvent: () => undefined,
    });
    machine.start();
    return machine.stop;
  });

  expect(failed(results)).toEqual([]);
  expect(skipped(results).filter((title) => !maySkip.includes(title))).toEqual([]);
});

test("the unit in Python of docs/examples/unit does, too", { timeout: 600_000 }, async ({ skip }) => {
  const packages = await unitPackages();
  if (packages === null) return skip("Python with pip and the packages of its requirements.txt cannot be had here");
  const results = await judged((port) =>
    startPythonUnit(packages, [
      ...["--serial", serialNumber, "--port", `${port}`, "--pace", `${pace}`],
      ...["--provisioning-key", provisioningKey],
    ]),
  );

  expect(failed(results)).toEqual([]);
  expect(skipped(results).filter((title) => !maySkip.includes(title))).toEqual([]);
});
