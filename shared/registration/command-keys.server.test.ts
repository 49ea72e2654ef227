import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CommandMessage } from "../events/machine-topics.ts";
import { commandMac, isRightMac, lockCommandKey, newCommandKey, unlockCommandKey } from "./command-keys.server.ts";

const serialNumber = "CU-0001";
const command: CommandMessage = {
  commandId: "c1",
  sessionId: "s1",
  type: "open",
  channels: [3, 4],
  expiresAt: "2026-03-01T06:30:10.000Z",
};

describe("a signed command", () => {
  const key = newCommandKey();
  const signed: CommandMessage = { ...command, mac: commandMac(key, serialNumber, command) };

  test("is known by whoever has the key", () => expect(isRightMac(key, serialNumber, signed)).toBe(true));

  test.each<[string, Partial<CommandMessage>]>([
    ["another id", { commandId: "c2" }],
    ["another type", { type: "stock-update" }],
    ["another lock", { channels: [3, 5] }],
    ["one lock more", { channels: [3, 4, 5] }],
    ["the locks in another order", { channels: [4, 3] }],
    ["one lock of the same digits", { channels: [34] }],
    ["a later end", { expiresAt: "2026-03-01T06:30:11.000Z" }],
    ["the same end, written otherwise", { expiresAt: "2026-03-01T06:30:10Z" }],
    ["no mac", { mac: undefined }],
    ["half of it", { mac: signed.mac?.slice(0, 20) }],
  ])("is another one with %s", (_, change) => {
    expect(isRightMac(key, serialNumber, { ...signed, ...change })).toBe(false);
  });

  test("is another one at another unit, and with another key", () => {
    expect(isRightMac(key, "CU-0002", signed)).toBe(false);
    expect(isRightMac(newCommandKey(), serialNumber, signed)).toBe(false);
  });
});

describe("a stored key", () => {
  const key = newCommandKey();
  const box = lockCommandKey(serialNumber, "its secret", key);

  test("is opened by its unit's own secret alone", () => {
    expect(unlockCommandKey(serialNumber, "its secret", box)).toEqual(key);
    expect(() => unlockCommandKey(serialNumber, "another secret", box)).toThrow();
    expect(() => unlockCommandKey("CU-0002", "its secret", box)).toThrow();
    const changed = `${box.startsWith("A") ? "B" : "A"}${box.slice(1)}`;
    expect(() => unlockCommandKey(serialNumber, "its secret", changed)).toThrow();
    expect(() => unlockCommandKey(serialNumber, "its secret", "")).toThrow();
  });

  test("looks like another one each time", () => {
    expect(lockCommandKey(serialNumber, "its secret", key)).not.toBe(box);
  });
});

test("the worked example of the machine protocol's page is what Cansole computes", () => {
  const page = readFileSync(new URL("../../docs/machine-protocol.md", import.meta.url), "utf8");
  const example = new Map(
    [...page.matchAll(/^\| ([^|`]+) \| `([^`]+)` \|$/gm)].map(([, name, value]) => [name, value]),
  );
  const value = (name: string) => example.get(name) ?? "";
  const channels = value("channels").split(",").map(Number);
  const type = value("type") as CommandMessage["type"];
  const shown = { commandId: value("commandId"), type, channels, expiresAt: value("expiresAt") };
  const key = Buffer.from(value("commandKey"), "base64url");
  expect(key).toHaveLength(32);
  expect(value("text")).toBe(
    [shown.commandId, value("serial number"), type, value("channels"), shown.expiresAt].join("\\|"),
  );
  expect(commandMac(key, value("serial number"), shown)).toBe(value("mac"));
});
