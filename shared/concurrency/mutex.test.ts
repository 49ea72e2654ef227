import { expect, test } from "vitest";
import { createMutex } from "./mutex.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that ends when the test says so. */
const fixture = () => {
  const begun: string[] = [];
  const ends = new Map<string, { give: () => void; fail: () => void }>();
  const inTurn = createMutex<string>();
  const request = (key: string, name: string) =>
    inTurn(key, (before) => {
      begun.push(`${name} after ${before ?? "nothing"}`);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, { give: () => resolve(name), fail: () => reject(new Error(`${name} failed`)) }),
      );
    });
  return { begun, ends, request };
};

test("work of one key goes one after another in its order and knows what the one before came to; other keys do not wait", async () => {
  const { begun, ends, request } = fixture();
  const all = [request("a", "1"), request("a", "2"), request("b", "3")];
  await settled();
  expect(begun).toEqual(["1 after nothing", "3 after nothing"]);
  ends.get("1")?.give();
  await settled();
  expect(begun).toEqual(["1 after nothing", "3 after nothing", "2 after 1"]);
  ends.get("2")?.give();
  ends.get("3")?.give();
  expect(await Promise.all(all)).toEqual(["1", "2", "3"]);
});

test("a failure reaches its own caller, and the next one is done all the same", async () => {
  const { begun, ends, request } = fixture();
  const [first, second] = [request("a", "1"), request("a", "2")];
  await settled();
  ends.get("1")?.fail();
  await expect(first).rejects.toThrow("1 failed");
  await settled();
  ends.get("2")?.give();
  expect(await second).toBe("2");
  expect(begun).toEqual(["1 after nothing", "2 after nothing"]);
});

test("nothing is remembered once nobody waits", async () => {
  const { begun, ends, request } = fixture();
  const first = request("a", "1");
  await settled();
  ends.get("1")?.give();
  await first;
  const second = request("a", "2");
  await settled();
  ends.get("2")?.give();
  await second;
  expect(begun).toEqual(["1 after nothing", "2 after nothing"]);
});
