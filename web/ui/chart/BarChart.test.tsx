import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { showPage } from "../../testing/screen.tsx";
import BarChart from "./BarChart.tsx";
import type { ChartPoint } from "./chart-point.ts";

/** As wide as a card on a desk. */
class WideObserver {
  publish: ResizeObserverCallback;
  constructor(publish: ResizeObserverCallback) {
    this.publish = publish;
  }
  observe(): void {
    this.publish([{ contentRect: { width: 640 } } as ResizeObserverEntry], this as unknown as ResizeObserver);
  }
  unobserve(): void {}
  disconnect(): void {}
}
beforeEach(() => vi.stubGlobal("ResizeObserver", WideObserver));

const points: ChartPoint[] = [10, 40, 20].map((bar, at) => ({
  key: `${at}`,
  short: `${at + 1} Nov`,
  label: `${at + 1} Nov 2026: ₹${bar}`,
  bar,
  isOpen: at === 2,
  to: `/orders?day=${at + 1}`,
}));
const show = (of: readonly ChartPoint[] = points) =>
  showPage(<BarChart title="Sales by day:" summary="₹70 in 3 days." points={of} tick={(figure) => `₹${figure}`} />);
const bars = () => screen.getAllByRole("link");
const heightsOf = (bar: Element) => Number(bar.querySelector(".chart-bar")?.getAttribute("height"));

test("each bar is a link with its figure in words, as high as its figure", () => {
  show();
  expect(screen.getByRole("figure", { name: "Sales by day: ₹70 in 3 days." })).toBeTruthy();
  expect(bars().map((bar) => [bar.getAttribute("aria-label"), bar.getAttribute("href")])).toEqual([
    ["1 Nov 2026: ₹10", "/orders?day=1"],
    ["2 Nov 2026: ₹40", "/orders?day=2"],
    ["3 Nov 2026: ₹20", "/orders?day=3"],
  ]);
  const [one = 0, four = 0, two = 0] = bars().map(heightsOf);
  expect([four / one, two / one].map((ratio) => ratio.toFixed(3))).toEqual(["4.000", "2.000"]);
  expect(bars().map((bar) => bar.querySelector(".chart-bar-open") !== null)).toEqual([false, false, true]);
});

test("one stop of the Tab key, the newest bar; arrows, Home and End go along, a click follows", async () => {
  const { user, address } = show();
  await user.tab();
  expect(document.activeElement).toBe(bars()[2]);
  const steps: [key: string, at: number][] = [
    ["{ArrowRight}", 2],
    ["{ArrowLeft}", 1],
    ["{Home}", 0],
    ["{ArrowLeft}", 0],
    ["{End}", 2],
    ["{ArrowLeft}", 1],
  ];
  for (const [key, at] of steps) {
    await user.keyboard(key);
    expect(bars().indexOf(document.activeElement as HTMLElement)).toBe(at);
    expect(bars().map((bar) => bar.tabIndex)).toEqual([0, 1, 2].map((nth) => (nth === at ? 0 : -1)));
  }
  expect(document.querySelector(".chart-tip")?.textContent).toBe("2 Nov 2026: ₹40");
  // Enter on a focused link is the browser's own: an end-to-end test presses it.
  await user.click(bars()[1] as Element);
  await eventually(() => expect(address()).toBe("/orders?day=2"));
});

test("what is pointed at is said beside it, and no longer when the pointer leaves", async () => {
  const { user } = show();
  const [first] = bars();
  if (!first) throw new Error("there are bars");
  await user.hover(first);
  expect(document.querySelector(".chart-tip")?.textContent).toBe("1 Nov 2026: ₹10");
  await user.unhover(screen.getByRole("figure"));
  expect(document.querySelector(".chart-tip")).toBeNull();
});

test("days without sales stand on the ground, and a chart without points draws none", () => {
  const { unmount } = show(points.map((point) => ({ ...point, bar: 0 })));
  expect(bars().map(heightsOf)).toEqual([0, 0, 0]);
  act(unmount);
  show([]);
  expect(screen.queryAllByRole("link")).toEqual([]);
});
