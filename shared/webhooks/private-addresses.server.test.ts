import { expect, test } from "vitest";
import { startNameServer } from "../http/testing/name-server.ts";
import { setUp } from "../testing/set-up.ts";
import { createAddressGuard } from "./private-addresses.server.ts";

const server = setUp(
  () => startNameServer({ "healthy.test": "93.184.216.34", "inside.test": "10.0.0.8" }),
  ({ stop }) => stop(),
);

test("an address inside this network is not handed on, whoever answers with it", async () => {
  const resolved = (name: string, allowed: string[] = []) =>
    new Promise((resolve) => {
      createAddressGuard(allowed, [server.address]).lookup(name, {}, (error, address) => resolve(error ?? address));
    });

  expect(await resolved("healthy.test")).toBe("93.184.216.34");
  expect(await resolved("inside.test")).toMatchObject({ message: expect.stringContaining("inside this network") });
  expect(await resolved("inside.test", ["10.0.0.8"])).toBe("10.0.0.8");
});
