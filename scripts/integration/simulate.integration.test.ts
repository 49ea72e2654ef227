import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readLiveStatus } from "#shared/live-status/live-status.api.ts";
import { listRegistered } from "#shared/registration/registration.api.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { noFaults } from "../simulator/faults.ts";
import { planFleet } from "../simulator/plan.ts";
import { bundled } from "../testing/bundled.ts";
import { type App, openApp } from "./app.ts";

let script = "";
let app: App;
const children: ChildProcess[] = [];
beforeAll(async () => {
  script = await bundled("scripts/simulator/simulate.ts");
});
beforeEach(async () => {
  app = await openApp();
  // A console without a product profile cannot be given machines.
  await app.plant(planFleet(1, 1, noFaults));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await app.stop();
});

const simulate = (...args: string[]) => {
  const where = ["--url", app.url, "--mqtt", app.mqttUrl];
  const child = spawn(process.execPath, [script, ...where, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      said += data.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { said: () => said, ended, interrupt: () => child.kill("SIGINT") };
};
const online = async () => {
  const { liveStatus } = await app.operator.call(readLiveStatus, {});
  return liveStatus.filter(({ status, serialNumber }) => status === "Online" && serialNumber?.startsWith("SIM-3-"))
    .length;
};
const inAMinute = (check: () => unknown) => eventually(check, { timeout: 60_000, interval: 100 });

test("a fleet registers itself, comes online, ends on Ctrl-C, and is the same fleet the next time", async () => {
  const args = ["--machines", "5", "--seed", "3", "--token", app.token, "--provisioning-key", provisioningKey];
  for (const run of ["first", "second"]) {
    const simulation = simulate(...args, "--live-every", "0.5");
    await inAMinute(async () => expect(await online(), `${run} run: ${simulation.said()}`).toBe(5));
    // Online is remembered from the first run: the second one must have sent messages itself.
    await inAMinute(() => expect(simulation.said()).toContain("5 of 5 connected"));

    simulation.interrupt();

    expect(await simulation.ended).toBe(0);
    expect(simulation.said()).toContain("Stopped 5 machines.");
  }
  const { vendingMachines } = await app.operator.call(listRegistered, {});
  expect(vendingMachines.filter(({ serialNumber }) => serialNumber.startsWith("SIM-3-"))).toHaveLength(5);
});

test("what is wrong is said in one sentence: the token, the provisioning key", async () => {
  const stranger = simulate("--token", "not-a-token");
  expect(await stranger.ended).toBe(1);
  expect(stranger.said()).toBe("This token is no longer valid: sign in again.\n");

  const locked = simulate("--seed", "4", "--machines", "1", "--token", app.token, "--provisioning-key", "not-the-key");
  expect(await locked.ended).toBe(1);
  expect(locked.said()).toContain("refused the provisioning login: name its key with --provisioning-key.");
});
