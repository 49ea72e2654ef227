import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { callsOf } from "#shared/http/endpoint.ts";
import { unansweredMs } from "./patience.ts";
import { request } from "./request.ts";

const paintLamp = callsOf("lamps").put("/lamp", {
  summary: "Paint a lamp",
  reply: z.object({ colour: z.string() }),
  failure: "Error: Failed to paint the lamp",
});
const paint = (signal?: AbortSignal) => request({ base: "", token: () => null }, paintLamp, {}, { signal });

/** A line on which nothing comes until the browser gives up. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const addAlert = () => reject(new DOMException("aborted", "AbortError"));
    if (signal.aborted) return addAlert();
    signal.addEventListener("abort", addAlert);
  });
const answerWith = (answer: (signal: AbortSignal) => Promise<unknown>) =>
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => answer(signal));

beforeEach(() => {
  vi.useFakeTimers();
});

test("a server that is silent is a request that failed, in the specification's words", async () => {
  answerWith(aborted);
  const outcome = paint();

  await vi.advanceTimersByTimeAsync(unansweredMs);

  expect(await outcome).toEqual({ is: "failed", error: "Error: Failed to paint the lamp" });
});

test("an answer that has begun is waited for, on a slow line too", async () => {
  const slowly = new Promise((publish) => setTimeout(publish, 3 * unansweredMs, { success: true, colour: "blue" }));
  const headers = new Headers();
  answerWith(async (signal) => ({ status: 200, headers, json: () => Promise.race([slowly, aborted(signal)]) }));
  const outcome = paint();

  await vi.advanceTimersByTimeAsync(3 * unansweredMs);

  expect(await outcome).toEqual({ is: "done", reply: { colour: "blue" } });
});

test("a caller who no longer wants it is still notified that it was aborted", async () => {
  answerWith(aborted);
  const input = new AbortController();
  const outcome = paint(input.signal);
  const heard = expect(outcome).rejects.toThrow("aborted");

  input.abort();

  await heard;
  expect(vi.getTimerCount()).toBe(0);
});
