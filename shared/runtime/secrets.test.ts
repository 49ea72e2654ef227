import { expect, test } from "vitest";
import { createSecrets } from "./secrets.ts";

const secrets = createSecrets("the key of this installation, long enough");

test("a new secret carries 256 bits and is never the same twice", () => {
  const many = Array.from({ length: 50 }, () => secrets.newSecret());

  expect(new Set(many).size).toBe(50);
  for (const secret of many) expect(Buffer.from(secret, "base64url")).toHaveLength(32);
});

test("a secret matches its own hash and no other", () => {
  const secret = secrets.newSecret();
  const hash = secrets.hash(secret);

  expect(hash).not.toContain(secret);
  expect(secrets.matches(secret, hash)).toBe(true);
  expect(secrets.matches(`${secret}x`, hash)).toBe(false);
  expect(secrets.matches("", hash)).toBe(false);
  expect(secrets.matches(secret, "")).toBe(false);
  expect(secrets.matches(secret, "short")).toBe(false);
});

test("a sealed secret opens under the same key, and its box is different each time", () => {
  const secret = secrets.newSecret();
  const box = secrets.seal(secret);

  expect(box).not.toContain(secret);
  expect(secrets.seal(secret)).not.toBe(box);
  expect(secrets.open(box)).toBe(secret);
  expect(createSecrets("the key of this installation, long enough").open(box)).toBe(secret);
});

test("a box that was sealed under the previous key opens until that key is removed", () => {
  const box = secrets.seal("a unit's secret");
  const [replaced, removed] = [
    createSecrets("a new key", "the key of this installation, long enough"),
    createSecrets("a new key"),
  ];

  expect(replaced.open(box)).toBe("a unit's secret");
  expect(removed.open(replaced.seal("another"))).toBe("another");
  expect(() => removed.open(box)).toThrow();
});

test("an altered box, a cut one, and a box of another installation do not open", () => {
  const box = secrets.seal(secrets.newSecret());
  const bytes = Buffer.from(box, "base64url");
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);

  expect(() => secrets.open(bytes.toString("base64url"))).toThrow();
  expect(() => secrets.open(box.slice(0, 20))).toThrow();
  expect(() => secrets.open("")).toThrow();
  expect(() => createSecrets("the key of another installation, as long").open(box)).toThrow();
});
