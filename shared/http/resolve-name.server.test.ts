import { lookup } from "node:dns/promises";
import { expect, test } from "vitest";
import { setUp } from "../testing/set-up.ts";
import { resolveName } from "./resolve-name.server.ts";
import { startNameServer } from "./testing/name-server.ts";

const server = setUp(
  () => startNameServer({ "healthy.test": "93.184.216.34" }),
  ({ stop }) => stop(),
);

test("names whose servers never answer keep nobody else's name waiting, and fail in the end", async () => {
  let ended = 0;
  const silent = Array.from({ length: 20 }, (_, at) =>
    resolveName(`${at}.silent.test`, [server.address]).finally(() => {
      ended += 1;
    }),
  );
  const outcomes = Promise.allSettled(silent);

  expect(await resolveName("healthy.test", [server.address])).toEqual([{ address: "93.184.216.34", family: 4 }]);
  expect(await lookup("localhost", { family: 4 })).toMatchObject({ address: "127.0.0.1" });
  expect(ended).toBe(0);
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: "ETIMEOUT" } });
});

test("what the hosts file has is asked of nobody", async () => {
  expect(await resolveName("localhost", [server.address])).toContainEqual({ address: "127.0.0.1", family: 4 });
  expect(server.asked().filter((name) => !name.endsWith(".test"))).toEqual([]);
});
