import { expect, test, vi } from "vitest";
import { readRegion } from "#shared/regions/region.api.ts";
import { aShownRegion } from "#shared/testing/shown-records.ts";
import { request } from "./request.ts";

const id = "a".repeat(24);
const input = { params: { id } };
const answer = (region: string) =>
  new Response(JSON.stringify({ success: true, region: aShownRegion({ region }), asOf: "0".repeat(16) }));
const sender = (token: string) => ({ base: "/api", token: () => token });
/** The page is as old as this; the run that these tests are part of may be older than any first page. */
const prefetch = (token: string, ageMs = 1_000) => {
  vi.spyOn(performance, "now").mockReturnValue(ageMs);
  vi.stubGlobal("prefetched", { token, answers: new Map([[`/api/regions/${id}`, Promise.resolve(answer("ahead"))]]) });
  const fetched = vi.fn(async () => answer("asked"));
  vi.stubGlobal("fetch", fetched);
  return fetched;
};
const nameOf = async (token: string, early: boolean) => {
  const outcome = await request(sender(token), readRegion, input, { early });
  return outcome.is === "done" ? outcome.reply.region.region : outcome.is;
};

test("a prefetched answer is taken once; a second request is sent anew", async () => {
  const fetched = prefetch("mine");

  expect(await nameOf("mine", true)).toBe("ahead");
  expect(fetched).not.toHaveBeenCalled();

  expect(await nameOf("mine", true)).toBe("asked");
});

test("a request for the present state, or with another token, does not get the prefetched answer", async () => {
  prefetch("mine");

  expect(await nameOf("mine", false)).toBe("asked");
  expect(await nameOf("another", true)).toBe("asked");
});

test("what was requested half a minute ago is old", async () => {
  prefetch("mine", 30_001);

  expect(await nameOf("mine", true)).toBe("asked");
});

test("an answer that does not come is given up with its caller", async () => {
  vi.stubGlobal("prefetched", { token: "mine", answers: new Map([[`/api/regions/${id}`, new Promise(() => {})]]) });
  const caller = new AbortController();
  const outcome = request(sender("mine"), readRegion, input, { early: true, signal: caller.signal });

  caller.abort();

  await expect(outcome).rejects.toThrow();
});
