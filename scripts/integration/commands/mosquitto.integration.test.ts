import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { CommandMessage, downTopic, upTopic } from "#shared/events/machine-topics.ts";
import { readMachine } from "#shared/machines/machine.api.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { pause } from "../../simulator/pause.ts";
import type { PlantedUnit } from "../planted.ts";
import { hasEnded, openCommandApp, shortLimits } from "./command-app.ts";

const hasMosquitto = spawnSync("mosquitto_sub", ["--help"]).error === undefined;
const skipped = hasMosquitto ? "" : " (skipped: mosquitto_sub is not installed here)";

let listener: ChildProcess | null = null;
const app = setUp(() => openCommandApp(3));
afterEach(() => {
  listener?.kill("SIGKILL");
});

/** Where a client of Mosquitto connects, and as which unit. */
const connectionOf = ({ plan: { serialNumber }, secret }: PlantedUnit): string[] => {
  const { hostname, port } = new URL(app.mqttUrl);
  const login = ["-V", "mqttv311", "-k", "30", "-i", serialNumber, "-u", serialNumber, "-P", secret];
  return ["-h", hostname, "-p", port, ...login];
};

/** mosquitto_sub in the unit's place: every line that it is really sent, topic and payload. */
const listenAs = (unit: PlantedUnit): string[] => {
  const topic = ["-v", "-q", "1", "-t", `vm/v1/${unit.plan.serialNumber}/down/#`];
  listener = spawn("mosquitto_sub", [...connectionOf(unit), ...topic], { stdio: ["ignore", "pipe", 2] });
  const lines: string[] = [];
  if (listener.stdout) createInterface(listener.stdout).on("line", (line) => lines.push(line));
  return lines;
};
const commandsIn = (lines: string[], { plan }: PlantedUnit) => {
  const start = `${downTopic(plan.serialNumber, "command")} `;
  return lines.filter((line) => line.startsWith(start)).map((line) => JSON.parse(line.slice(start.length)));
};

test.skipIf(!hasMosquitto)(
  `mosquitto_sub receives one command for all containers of a session, once${skipped}`,
  async () => {
    const unit = app.fresh();
    const lines = listenAs(unit);
    const before = Date.now();
    const sessionId = await eventually(() => app.give("open", unit, ["7", "3"]));

    const { expiresAt } = await eventually(async () => {
      const { session, sessionResults } = await app.results(sessionId);
      expect(sessionResults.map(hasEnded)).toEqual([true, true]);
      return session;
    });
    await pause(Date.parse(expiresAt) + 500 - Date.now());

    const commands = commandsIn(lines, unit);
    expect(commands).toHaveLength(1);
    const command = CommandMessage.parse(commands[0]);
    expect(command).toMatchObject({ sessionId, type: "open", channels: [7, 3] });
    const livesMs = Date.parse(command.expiresAt) - before;
    expect(livesMs).toBeGreaterThan(0);
    expect(livesMs).toBeLessThan(shortLimits.expiresMs + 30_000);
  },
);

test.skipIf(!hasMosquitto)(
  `mosquitto_sub receives a read-only command again, under another id, while it gives no answer${skipped}`,
  async () => {
    const unit = app.fresh();
    const lines = listenAs(unit);
    const sessionId = await eventually(() => app.give("lock-status", unit, ["2"]));

    expect(await app.row(sessionId, hasEnded)).toMatchObject({ state: "timeout", reason: /^No answer/ });

    const ids = commandsIn(lines, unit).map(({ commandId }) => commandId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test.skipIf(!hasMosquitto)(`mosquitto_pub acts as a machine${skipped}`, async () => {
  const unit = app.fresh();
  const page = app.lookAtLiveStatus();
  await eventually(() => expect(page.status(unit.machineId)).toBe("Unavailable"));
  const live = { strength: -67, version: "2.4.1", uptime: 60, at: new Date().toISOString() };
  const message = ["-q", "0", "-t", upTopic(unit.plan.serialNumber, "live"), "-m", JSON.stringify(live)];

  // Never the blocking kind: its gateway runs in this process.
  await promisify(execFile)("mosquitto_pub", [...connectionOf(unit), ...message]);

  await eventually(() => expect(page.status(unit.machineId)).toBe("Online"));
  const { vendingMachine } = await app.operator.call(readMachine, { params: { id: unit.machineId } });
  expect(vendingMachine).toMatchObject({ live: true, strength: -67 });
});
