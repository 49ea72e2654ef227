import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { aShownStatusRow } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { showPage } from "../../testing/screen.tsx";
import { first, Component as LiveStatusPage } from "./LiveStatusPage.tsx";

const now = Date.UTC(2026, 10, 21, 9);
const rowOf = (number: number) =>
  aShownStatusRow(number, { lastSeenOnline: new Date(now - 5_000).toISOString(), strength: -60 });
let requested: URLSearchParams[];
/** The whole list, once the network has shrunk. */
let whole: LiveStatusRow[];

beforeEach(() => {
  vi.useFakeTimers({ now });
  requested = [];
  whole = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    const asOf = "0000000000000000";
    const answer = (body: object) => new Response(JSON.stringify({ success: true, ...body }));
    if (pathname.endsWith("/at-risk")) return answer({ machines: [], until: new Date(now).toISOString(), asOf });
    if (pathname.endsWith("/last-day")) return answer({ machines: [], until: new Date(now).toISOString() });
    if (pathname.endsWith("/live-status"))
      return answer(whole.length > 0 ? { liveStatus: whole, asOf } : { liveStatus: [], total: 90_000, asOf });
    if (!pathname.endsWith("/live-status/pages")) throw new Error(`nobody asks for ${pathname}`);
    if (!searchParams.has("machines")) requested.push(searchParams);
    const page = Number(searchParams.get("page") ?? 1);
    const isNone = searchParams.get("state") === "Unavailable" || searchParams.has("name") || page > 3_200;
    const followed = searchParams.get("machines")?.split(",").map(Number);
    const ofPage = Array.from({ length: isNone ? 0 : 25 }, (_, n) => (page - 1) * 25 + n + 1);
    const machines = (followed ?? ofPage).map(rowOf);
    const [pages, total] = isNone && page === 1 ? [1, 0] : [3_200, 80_000];
    const figures = { pages, activePage: page, currentPage: page, pageList: [1, 2, 3, 4, 5, 6, 7], total };
    const counts = { Online: whole.length || 80_000, Offline: 0, Unavailable: whole.length > 0 ? 0 : 10_000 };
    return answer({ liveStatus: { machines, ...figures }, counts, asOf });
  });
});

const open = async (search: string) => {
  await import("./LiveStatusPages.tsx");
  const page = showPage(<LiveStatusPage />, { at: `/live-status${search}`, path: "/live-status", store });
  await wait();
  await wait();
  return page;
};
const wait = () => act(() => vi.advanceTimersByTimeAsync(500));
const names = () => screen.queryAllByRole("link", { name: /^Machine/ }).map((link) => link.textContent);

test("where the machines are too many to be loaded at once, the server finds, orders, counts and pages them", async () => {
  await open("?state=Online&sort=-name&page=2");

  expect(Object.fromEntries(requested.at(-1) ?? [])).toEqual({ page: "2", state: "Online", sort: "-name" });
  expect(names().slice(0, 2)).toEqual(["Machine 26", "Machine 27"]);
  expect(screen.getByText("80,000 of 90,000 vending machines, online")).toBeTruthy();
  expect(screen.getByText("Machine 26").closest("tr")?.textContent).toMatch(/^\D*26/);

  fireEvent.click(screen.getByRole("button", { name: /^Offline/ }));
  await wait();
  expect(Object.fromEntries(requested.at(-1) ?? [])).toEqual({ page: "1", state: "Offline", sort: "-name" });

  fireEvent.click(screen.getByRole("button", { name: "Newest outage first" }));
  await wait();
  expect(Object.fromEntries(requested.at(-1) ?? [])).toEqual({ page: "1", state: "Offline" });
  expect(screen.queryByRole("button", { name: "Newest outage first" })).toBeNull();

  // Others come to the page and go from it.
  const before = requested.length;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(requested.length).toBeGreaterThan(before);
});

test("what is requested before its link is clicked is what the page shows: it is not requested again", async () => {
  await open("?state=Online");
  cleanup();
  requested = [];
  const leave = (await first()).map((one) => store.sub(one, () => undefined));
  await wait();
  await open("");

  expect(requested.map((query) => Object.fromEntries(query))).toEqual([{ page: "1", state: "Offline" }]);
  expect(names()).toHaveLength(25);
  for (const end of leave) end();
});

test("where none is in a state, Show all shows all", async () => {
  const { address } = await open("?state=Unavailable");
  expect(screen.getByRole("heading", { name: "No vending machine is unavailable" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  await wait();
  expect(address()).toBe("/live-status?state=All");
  expect(names()).toHaveLength(25);
});

test("what is looked for and not found is said", async () => {
  const { address } = await open("?state=All&in.name=Metro");
  expect(screen.getByRole("heading", { name: "No vending machines match Vending Machine Metro" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await wait();
  expect(address()).toBe("/live-status");
});

test("a page past the last one says so, and leads to the last", async () => {
  await open("?state=Online&page=3201");
  expect(screen.getByRole("heading", { name: "Page 3201 is past the last one" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Go to page 3200" })).toBeTruthy();
});

test("a network that has shrunk is listed whole again, and is never said to have no machine", async () => {
  await open("?state=Online");
  expect(names()).toHaveLength(25);
  whole = [rowOf(1), rowOf(2)];
  const said: (string | null)[] = [];
  const watch = new MutationObserver(() => said.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true });

  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await wait();
  await wait();

  watch.disconnect();
  expect(names()).toEqual(["Machine 1", "Machine 2"]);
  expect(said.filter((text) => text?.includes("No vending machine"))).toEqual([]);
});
