import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  fingerprintOf,
  isUsableKey,
  newUnitKeys,
  openCredentials,
  sealCredentials,
  unitKeysOf,
} from "./sealed-credentials.server.ts";

const serialNumber = "CU-0001";
const secret = "q0Wm3v0jT5cKX2b7m4nq9yJrZsE8LhUdF1aPgVx6RkQ";

describe("a sealed secret", () => {
  test("is read by its unit alone", () => {
    const keys = newUnitKeys();
    const sealed = sealCredentials({ serialNumber, key: keys.key, secret });
    expect(openCredentials(serialNumber, keys, sealed)).toEqual({ secret, commandKey: null });
    expect(() => openCredentials(serialNumber, newUnitKeys(), sealed)).toThrow();
  });

  test("is not read under another serial number", () => {
    const keys = newUnitKeys();
    const sealed = sealCredentials({ serialNumber, key: keys.key, secret });
    expect(() => openCredentials("CU-0002", keys, sealed)).toThrow();
  });

  test.each(["key", "iv", "data"] as const)("is not read when its %s was altered", (part) => {
    const keys = newUnitKeys();
    const sealed = sealCredentials({ serialNumber, key: keys.key, secret });
    const bytes = Buffer.from(sealed[part], "base64url");
    bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3);
    expect(() => openCredentials(serialNumber, keys, { ...sealed, [part]: bytes.toString("base64url") })).toThrow();
  });

  test("is another one each time, though the secret is the same", () => {
    const { key } = newUnitKeys();
    const first = sealCredentials({ serialNumber, key, secret });
    const second = sealCredentials({ serialNumber, key, secret });
    for (const part of ["key", "iv", "data"] as const) expect(first[part]).not.toBe(second[part]);
  });
});

/** Little-endian, as RFC 7748 writes a point. */
const point = (value: bigint): string =>
  Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse().toString("base64url");
const prime = 2n ** 255n - 19n;
const ofOrderEight = [
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
];

describe("a key that would seal to everybody", () => {
  test.each([0n, 1n, prime - 1n, prime, prime + 1n, 2n ** 255n, 2n ** 255n + 1n, ...ofOrderEight])(
    "%s is not usable",
    (value) => expect(isUsableKey(point(value))).toBe(false),
  );

  test("other keys are", () => {
    expect(isUsableKey(point(9n))).toBe(true);
    for (let i = 0; i < 50; i += 1) expect(isUsableKey(newUnitKeys().key)).toBe(true);
  });

  test("what has not 32 bytes is none", () => {
    for (const key of ["", "AAAA", "A".repeat(44)]) expect(isUsableKey(key)).toBe(false);
  });
});

test("the worked example of the machine protocol's page is what Cansole computes", () => {
  const page = readFileSync(new URL("../../docs/machine-protocol.md", import.meta.url), "utf8");
  const example = new Map(
    [...page.matchAll(/^\| ([^|`]+) \| `([^`]+)` \|$/gm)].map(([, name, value]) => [name, value]),
  );
  const value = (name: string): string => {
    const found = example.get(name);
    if (found === undefined) throw new Error(`the example says nothing about ${name}`);
    return found;
  };
  const unit = unitKeysOf(Buffer.from(value("unit's private key"), "hex"));
  const ephemeral = unitKeysOf(Buffer.from(value("private key used once"), "hex"));
  const iv = Buffer.from(value("iv"), "hex");

  const sealed = sealCredentials(
    { serialNumber: value("serial number"), key: unit.key, secret: value("secret") },
    { ephemeral, iv },
  );

  expect(unit.key).toBe(value("key of register"));
  expect(fingerprintOf(unit.key)).toBe(value("fingerprint"));
  expect(sealed).toEqual({ key: value("sealed.key"), iv: value("sealed.iv"), data: value("sealed.data") });
  expect(openCredentials(value("serial number"), unit, sealed).secret).toBe(value("secret"));
});
