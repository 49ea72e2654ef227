import { expect, test } from "vitest";
import type { CommandMessage } from "#shared/events/machine-topics.ts";
import { commandMac, newCommandKey } from "#shared/registration/command-keys.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpEach } from "#shared/testing/set-up.ts";
import { openWorkbench, serialNumber } from "./testing/switched-on.ts";

const bench = setUpEach(openWorkbench);

const commandKey = newCommandKey();
const expiresAt = new Date(Date.now() + 60_000).toISOString();
const command = (commandId: string, type: CommandMessage["type"] = "open") => ({
  commandId,
  type,
  channels: type === "ping" ? [] : [2],
  expiresAt,
});
const macOf = (given: ReturnType<typeof command>, key = commandKey) => commandMac(key, serialNumber, given);

test("a unit that was given the key does what is signed", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn({ commandKey });
  await ready();
  gateway.command(serialNumber, { ...command("c1"), mac: macOf(command("c1")) });
  await eventually(() => expect(factsOf("c1", 2)).toEqual(["acknowledged", "opened", "closed"]));
});

test.each<[string, CommandMessage["type"], (given: ReturnType<typeof command>) => object]>([
  ["without a mac", "open", () => ({})],
  ["signed with another key", "open", (given) => ({ mac: macOf(given, newCommandKey()) })],
  ["for another lock than is signed", "open", (given) => ({ mac: macOf(given), channels: [1] })],
  ["of another type than is signed", "stock-update", (given) => ({ mac: macOf({ ...given, type: "open" }) })],
  ["that is a ping without a mac", "ping", () => ({})],
])("it refuses one %s, and is free for the true one of the same id", async (_, type, forgery) => {
  const { factsOf, gateway, ready, switchOn } = bench;
  const machine = switchOn({ commandKey });
  await ready();
  const given = command("c1", type);
  gateway.command(serialNumber, { ...given, ...forgery(given) });
  await eventually(() => expect(gateway.resultsOf("c1")).toHaveLength(1));
  expect(gateway.resultsOf("c1")[0]).toMatchObject({ fact: "failed", code: "WRONG_MAC" });
  expect([1, 2].map(machine.isLocked)).toEqual([true, true]);

  gateway.command(serialNumber, { ...given, mac: macOf(given) });
  await eventually(() => expect(factsOf("c1", given.channels[0] ?? null)).toContain("acknowledged"));
});

test("a unit that was given none takes a command with a mac as one without", async () => {
  const { factsOf, gateway, ready, switchOn } = bench;
  switchOn();
  await ready();
  gateway.command(serialNumber, { ...command("c1"), mac: macOf(command("c1")) });
  await eventually(() => expect(factsOf("c1", 2)).toContain("opened"));
});
