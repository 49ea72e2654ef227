import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Logger } from "#shared/runtime/logger.ts";
import { createMetrics } from "./metrics.ts";
import { createStrangers } from "./stranger-counts.ts";

interface Line {
  strangers: { address: string; reason: string; times: number }[];
  others: Record<string, number>;
}
const open = (limits = { everyMs: 60_000, named: 3, kept: 100 }) => {
  const lines: Line[] = [];
  const log = { info: (line: Line) => lines.push(line) } as unknown as Logger;
  const metrics = createMetrics();
  return { ...createStrangers({ log, metrics, limits: { strangersSaid: limits } }), lines, metrics };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("however much strangers cause, it is one line a minute, by address and reason", () => {
  const { note, lines } = open();
  for (let i = 0; i < 10_000; i += 1) note("203.0.113.7", "sign-in");
  for (let i = 0; i < 20; i += 1) note("203.0.113.8", "http-404");
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    {
      strangers: [
        { address: "203.0.113.7", reason: "sign-in", times: 10_000 },
        { address: "203.0.113.8", reason: "http-404", times: 20 },
      ],
      others: {},
    },
  ]);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(1);
});

test("100,000 addresses cost a bounded memory, none is lost from the sum, and the loudest are named", async () => {
  const { note, lines, metrics } = open();
  const many = 100_000;
  for (let i = 0; i < many; i += 1) {
    note(`2001:db8:0:${i.toString(16)}::/64`, "flood");
    if (i % 10 === 0) note("203.0.113.7", "sign-in");
  }
  vi.advanceTimersByTime(60_000);
  const [line] = lines;
  expect(line?.strangers).toHaveLength(3);
  expect(line?.strangers[0]).toEqual({ address: "203.0.113.7", reason: "sign-in", times: many / 10 });
  const named = line?.strangers.slice(1).reduce((sum, { times }) => sum + times, 0) ?? 0;
  expect(named + (line?.others.flood ?? 0)).toBe(many);
  expect(await metrics.registry.metrics()).toContain(`cansole_strangers_total{reason="flood"} ${many}`);
});

test("what was not said yet is said at the end; what is said at length is said once a minute", () => {
  const { note, isFirst, stop, lines } = open();
  expect([isFirst("a store does not answer"), isFirst("a store does not answer"), isFirst("failed")]).toEqual([
    true,
    false,
    true,
  ]);
  vi.advanceTimersByTime(60_000);
  expect(isFirst("a store does not answer")).toBe(true);
  note("203.0.113.7", "flood");
  stop();
  expect(lines).toHaveLength(1);
});
