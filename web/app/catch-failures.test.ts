import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertsAtom } from "../state/alerts.atoms.ts";
import { createStore, type Store } from "../state/jotai.ts";
import { catchFailures } from "./catch-failures.ts";

let store: Store;
let end: () => void;
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  store = createStore();
  end = catchFailures(store);
});
afterEach(() => end());

const texts = () => store.get(alertsAtom).map(({ text }) => text);
/** jsdom has no such events of its own: what a browser sends for a promise that nobody caught. */
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
const raise = (error: Error) => window.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));

test("what a handler threw and nobody caught is an alert, promised or not", () => {
  reject(new TypeError("x is undefined"));
  raise(new RangeError("too deep"));

  expect(texts()).toEqual(["The console could not do this: x is undefined", "The console could not do this: too deep"]);
});

test("code that an update of the server took away says what helps", () => {
  reject(new TypeError("Failed to fetch dynamically imported module: /assets/a.js"));

  expect(texts()).toEqual(["A part of the console could not be loaded: reload the page"]);
});

test("a request that was given up, and the browser's own notes, concern nobody", () => {
  reject(new DOMException("gone", "AbortError"));
  window.dispatchEvent(new ErrorEvent("error", { message: "ResizeObserver loop limit exceeded" }));

  expect(texts()).toEqual([]);
});
