import { afterEach, expect, test, vi } from "vitest";
import { connectionAtom } from "../state/connection.atoms.ts";
import { atom, store } from "../state/jotai.ts";
import { expectPage, requestPage } from "./expect-page.ts";
import { pages } from "./pages.ts";

const Component = () => null;
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});
const named = (href: string): Element => {
  document.body.innerHTML = `<a href="${href}"><b>a name</b></a>`;
  return document.querySelector("b") as Element;
};

test("the code of a record's page comes once its link is pointed at, once, and again where it failed", async () => {
  const load = vi.spyOn(pages.order, "load").mockRejectedValueOnce(new TypeError("no line"));
  load.mockResolvedValue({ Component });
  const target = named("/inventory/v1.2/Orders/42?tab=timeline");

  expectPage({ target });
  expect(load).toHaveBeenCalledOnce();
  await expect(load.mock.results[0]?.value).rejects.toThrow("no line");
  expectPage({ target });
  expectPage({ target });
  expect(load).toHaveBeenCalledTimes(2);
});

test("Home is a page too; what is elsewhere, or no page, is left alone", () => {
  const load = vi.spyOn(pages.home, "load").mockResolvedValue({ Component });
  for (const href of ["https://example.com/inventory/v1.2", "/inventory/v1.2/nowhere", "/qrcode/1"])
    expectPage({ target: named(href) });
  expect(load).not.toHaveBeenCalled();

  expectPage({ target: named("/inventory/v1.2") });
  expect(load).toHaveBeenCalledOnce();
});

/** A page whose first data says whether somebody follows it. */
const playPage = () => {
  const dataAtom = atom(0);
  const [joined, left] = [vi.fn(), vi.fn()];
  dataAtom.onMount = () => {
    joined();
    return left;
  };
  vi.useFakeTimers();
  vi.spyOn(pages.order, "load").mockResolvedValue({ Component, first: ({ id }) => (id === "42" ? [dataAtom] : []) });
  store.set(connectionAtom, { state: "live", since: 0 });
  return { joined, left };
};

test("where a mouse rests on a link its page's data is followed for a few seconds before the click", async () => {
  const { joined, left } = playPage();
  expectPage({ target: named("/inventory/v1.2/Orders/42"), pointerType: "mouse" });
  await vi.advanceTimersByTimeAsync(50);
  expect(joined).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(50);
  expect(joined).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(left).toHaveBeenCalledOnce();
});

test.each([
  ["a mouse that passes on", "/inventory/v1.2/Orders/42", "mouse", true],
  ["a finger", "/inventory/v1.2/Orders/42", "touch", false],
  ["another address of the page", "/inventory/v1.2/Orders/42?tab=timeline", "mouse", false],
])("no data is requested by %s", async (_by, href, pointerType, goesOn) => {
  const { joined } = playPage();
  expectPage({ target: named(href), pointerType });
  if (goesOn) expectPage({ target: document.body, pointerType });

  await vi.advanceTimersByTimeAsync(10_000);
  expect(joined).not.toHaveBeenCalled();
});

test.each([
  ["/inventory/v1.2/Orders/42", 1],
  ["/inventory/v1.2/Orders/42?tab=timeline", 0],
])("a click on %s requests what its page shows first at once", async (href, times) => {
  const { joined } = playPage();
  requestPage({ target: named(href) });

  await vi.advanceTimersByTimeAsync(0);
  expect(joined).toHaveBeenCalledTimes(times);
});

test("without a connection no data is requested: it could not be followed", async () => {
  const { joined } = playPage();
  store.set(connectionAtom, { state: "stale", since: 0 });
  expectPage({ target: named("/inventory/v1.2/Orders/42"), pointerType: "mouse" });

  await vi.advanceTimersByTimeAsync(10_000);
  expect(joined).not.toHaveBeenCalled();
});
