import { expect, test } from "vitest";
import { mayGrant } from "./user.rules.ts";

test.each([
  { granter: "admin", role: "admin", allowed: true },
  { granter: "admin", role: "staff", allowed: true },
  { granter: "staff", role: "staff", allowed: true },
  { granter: "staff", role: "customer", allowed: true },
  { granter: "staff", role: "admin", allowed: false },
  { granter: "customer", role: "customer", allowed: false },
] as const)("$granter grants $role: $allowed", ({ granter, role, allowed }) => {
  expect(mayGrant(granter, role)).toBe(allowed);
});
