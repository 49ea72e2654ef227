import { expect, test } from "vitest";
import { addressName } from "./address-name.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"],
  ["203.0.113.7:50123", "203.0.113.7"],
  ["[2001:db8:1:2:3:4:5:6]:50123", "2001:db8:1:2::/64"],
  ["[::ffff:203.0.113.7]", "203.0.113.7"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("the address %j counts as %j", (address, name) => {
  expect(addressName(address)).toBe(name);
});
