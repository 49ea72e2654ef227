import { expect, test } from "vitest";
import { isSigned, signatureOf } from "./signature.server.ts";

const raw = Buffer.from('{"event": "payment.captured"}');
const ours = signatureOf(raw, "ours");

test.each([
  ["ours", raw, ours, ["ours"], true],
  ["by the secret of before, which is still listed", raw, ours, ["newer", "ours"], true],
  ["by a secret that is no longer listed", raw, ours, ["newer"], false],
  ["of other bytes", Buffer.from('{"event":"payment.captured"}'), ours, ["ours"], false],
  ["none", raw, undefined, ["ours"], false],
  ["too short", raw, ours.slice(0, 62), ["ours"], false],
  ["no hexadecimal", raw, "z".repeat(64), ["ours"], false],
  ["by no secret", raw, signatureOf(raw, ""), [""], false],
  ["where none is configured", raw, ours, [], false],
])("a signature that is %s", (_what, bytes, signature, secrets, expected) => {
  expect(isSigned(bytes, signature, secrets)).toBe(expected);
});
