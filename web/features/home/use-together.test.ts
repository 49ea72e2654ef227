import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type Load, loading } from "../../state/load.ts";
import { togetherMs, useTogether } from "./use-together.ts";

const cards: Load<string[]> = { state: "ready", data: ["Aluva"] };
const there: Load<number> = { state: "ready", data: 2 };

beforeEach(() => {
  vi.useFakeTimers();
});

it("machines wait for what stands above them, and come with it", () => {
  const { result, rerender } = renderHook(({ above }) => useTogether(cards, [there, above]), {
    initialProps: { above: loading as Load<unknown> },
  });
  expect(result.current).toEqual(loading);

  rerender({ above: there });
  expect(result.current).toBe(cards);
});

it("machines are shown without what does not come, and why they could not be loaded at once", () => {
  const failed: Load<string[]> = { state: "failed", error: "Not answered" };
  expect(renderHook(() => useTogether(failed, [loading])).result.current).toBe(failed);

  const { result } = renderHook(() => useTogether(cards, [loading]));
  act(() => vi.advanceTimersByTime(togetherMs - 1));
  expect(result.current).toEqual(loading);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(cards);
});
