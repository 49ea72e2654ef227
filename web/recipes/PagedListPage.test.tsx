import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import type { LiveEvent } from "../live/live-client.ts";
import { playHearers } from "../testing/heard-live.ts";
import { showPage } from "../testing/screen.tsx";
import { type Order, OrdersPage, orderOf } from "./testing/OrdersPage.tsx";

let reply: { orders: Order[]; pages: number; total: number; asOf?: string } | { error: string } | "fails";
const requested: string[] = [];
let say: ReturnType<typeof playHearers>;
beforeEach(() => {
  reply = { orders: [orderOf(3), orderOf(2, { status: "failed" }), orderOf(1)], pages: 3, total: 103 };
  requested.length = 0;
  say = playHearers();
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(decodeURIComponent(url.replace(/.*\/orders\/all\??/, "")));
    if (reply === "fails") return new Response("{}", { status: 503 });
    if ("error" in reply) return new Response(JSON.stringify({ success: false, ...reply }), { status: 503 });
    const figures = { activePage: 1, currentPage: 1, pageList: [1] };
    return new Response(JSON.stringify({ success: true, asOf: "0000000000000001", ...reply, ...figures }));
  });
});

const open = async (search = "") => {
  const shown = showPage(<OrdersPage />, { at: `/${search}` });
  await waitFor(() => expect(requested.length).toBeGreaterThan(0));
  return shown;
};
const openFilters = (user: ReturnType<typeof showPage>["user"]) =>
  user.click(screen.getByRole("button", { name: "Filter" }));
const rows = () => [...document.querySelectorAll("tbody tr.row")].map((row) => row.querySelector("td")?.textContent);
const shows = (phones: string[]) => waitFor(() => expect(rows()).toEqual(phones));
const addAlert = (event: Partial<LiveEvent>) =>
  act(async () => {
    say({ t: "0000000000000002", ...event } as LiveEvent);
  });

it("requests the first page, the newest first, and says how many there are", async () => {
  await open();

  await shows(["983", "982", "981"]);
  expect(requested).toEqual(["latest=true&page=1"]);
  expect(screen.getByText("103 orders, new first")).toBeTruthy();
  expect(screen.getByText("Page 1 of 3")).toBeTruthy();
});

it("filters, sort and page of a pasted link are sent to the server", async () => {
  const search = "?phone=98&startDate=2026-01-01&endDate=2026-01-02&in.status=failed&sort=netAmount&page=2";
  const { user } = await open(search);

  await shows(["983", "982", "981"]);
  expect(requested).toEqual(["phone=98&startDate=2026-01-01&endDate=2026-01-02&status=failed&sort=netAmount&page=2"]);
  await openFilters(user);
  expect(screen.getByLabelText<HTMLInputElement>("Phone").value).toBe("98");
});

it("a page past the last one is no empty list: it says so, and leads to the last", async () => {
  reply = { orders: [], pages: 3, total: 103 };
  const { user, address } = await open("?page=99");
  await screen.findByText("Page 99 is past the last one");
  await user.click(screen.getByRole("button", { name: "Go to page 3" }));
  expect(address()).toBe("/?page=3");
});

it("what the list does not know is as if the link did not say it", async () => {
  await open(`?phone=${"9".repeat(30)}&startDate=soon&endDate=2026-01-02&sort=colour&in.colour=red&in.phone=1`);

  await shows(["983", "982", "981"]);
  expect(requested).toEqual(["latest=true&page=1"]);
});

it("days of a link are read in each way that the server reads them", async () => {
  await open("?startDate=2026/01/02&endDate=2026-01-02T11:00:00.000Z");

  await shows(["983", "982", "981"]);
  expect(requested).toEqual(["startDate=2026-01-02&endDate=2026-01-02&latest=true&page=1"]);
  expect(screen.getByText("2 Jan 2026 to 2 Jan 2026")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("an end before its start is said, and not sent", async () => {
  await open("?startDate=2026-01-09&endDate=2026-01-02");

  expect((await screen.findByRole("alertdialog")).textContent).toContain("Invalid date");
  expect(requested).toEqual(["latest=true&page=1"]);
});

it("while a filter loads, the rows of before stay and are dimmed", async () => {
  const { user } = await open();
  await shows(["983", "982", "981"]);
  let answer = () => {};
  const known = globalThis.fetch;
  const isLet = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", async (url: string) => {
    await isLet;
    return known(url);
  });

  reply = { orders: [orderOf(7)], pages: 1, total: 1 };
  await openFilters(user);
  await user.type(screen.getByLabelText("Phone"), "987");
  await waitFor(() => expect(document.querySelector(".table")?.getAttribute("aria-busy")).toBe("true"));
  expect(rows()).toEqual(["983", "982", "981"]);

  answer();
  await shows(["987"]);
  expect(document.querySelector(".table")?.getAttribute("aria-busy")).toBeNull();
});

it("View By and the heads are one order, and a head filters by what it says", async () => {
  const { user, address } = await open();
  await shows(["983", "982", "981"]);

  await openFilters(user);
  await user.click(screen.getByRole("button", { name: "Old" }));
  await waitFor(() => expect(requested.at(-1)).toBe("latest=false&page=1"));
  expect(address()).toBe("/?sort=createdAt");
  await user.click(screen.getByRole("button", { name: "Net Amount" }));
  await waitFor(() => expect(requested.at(-1)).toBe("sort=netAmount&page=1"));
  await waitFor(() => expect(document.querySelector(".page-line")?.textContent).toBe("103 orders"));
  await user.click(screen.getByRole("button", { name: "New" }));
  await waitFor(() => expect(address()).toBe("/"));

  expect(screen.queryByRole("button", { name: "Filter Phone" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Filter Status" }));
  await user.type(screen.getByRole("searchbox", { name: "Status is" }), "failed{Enter}");
  await waitFor(() => expect(requested.at(-1)).toBe("status=failed&latest=true&page=1"));
});

it("Back restores the filter, its text, and the request", async () => {
  const { user, router } = await open("?phone=98");
  await shows(["983", "982", "981"]);
  await openFilters(user);
  reply = { orders: [orderOf(76)], pages: 1, total: 1 };
  await user.type(screen.getByLabelText("Phone"), "76");
  await waitFor(() => expect(requested.at(-1)).toBe("phone=9876&latest=true&page=1"));
  // It is requested before it is drawn, and a page that was never left is not requested again.
  await shows(["9876"]);

  await act(() => router.navigate(-1));

  await waitFor(() => expect(requested.at(-1)).toBe("phone=98&latest=true&page=1"));
  expect(screen.getByLabelText<HTMLInputElement>("Phone").value).toBe("98");
});

it("what came meanwhile is counted and moves nothing until it is requested", async () => {
  const { user } = await open("?page=2");
  await shows(["983", "982", "981"]);

  for (const number of [7, 8, 8]) {
    await addAlert({ name: "product.changed", view: { _id: orderOf(number)._id, brand: "new" } } as never);
  }
  await addAlert({ name: "product.changed", view: { _id: orderOf(2)._id, brand: "changed" } } as never);
  await shows(["983", "changed", "981"]);

  await user.click(await screen.findByRole("button", { name: "2 new" }));

  await waitFor(() => expect(requested.at(-1)).toBe("latest=true&page=1"));
  await waitFor(() => expect(screen.queryByRole("button", { name: /new$/ })).toBeNull());
});

it("a page that is not the latest any more says so, and Refresh loads it again", async () => {
  const { user } = await open();
  await shows(["983", "982", "981"]);
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
  await addAlert({ name: "product.removed", view: { _id: orderOf(1)._id } } as never);
  await shows(["983", "982", "981"]);
  reply = { orders: [orderOf(3)], pages: 1, total: 1, asOf: "0000000000000003" };

  await user.click(await screen.findByRole("button", { name: "Refresh" }));

  await shows(["983"]);
  expect(screen.getByText("1 order, new first")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
});

it("nothing that matches shows the filters and clears them; nothing at all says so", async () => {
  reply = { orders: [], pages: 0, total: 0 };
  const { user, address } = await open("?phone=98&in.status=failed");

  expect((await screen.findByRole("heading", { level: 2 })).textContent).toBe(
    "No order matches Phone 98 and Status failed",
  );
  await user.click(screen.getByRole("button", { name: "Clear filter" }));
  await waitFor(() => expect(address()).toBe("/"));
  expect(await screen.findByText("No order yet")).toBeTruthy();
});

it("a failure says what failed, and Retry loads again", async () => {
  reply = "fails";
  const { user } = await open();
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(retry.closest(".calm-failed")?.textContent).toContain("Failed to feth Orders");
  reply = { orders: [orderOf(5)], pages: 1, total: 1 };

  await user.click(retry);

  await shows(["985"]);
});

it("a list that cannot be answered yet says why in the server's words, and comes by itself", async () => {
  reply = { error: "The rows of this list are still being counted" };
  await open();
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(retry.closest(".calm-failed")?.textContent).toContain("The rows of this list are still being counted");

  reply = { orders: [orderOf(5)], pages: 1, total: 1 };

  await eventually(() => expect(rows()).toEqual(["985"]));
});

it("what a filter finds is requested once, before the page of the filter is drawn", async () => {
  const { user } = await open();
  await shows(["983", "982", "981"]);
  const known = globalThis.fetch;
  const drawnAs: (string | null)[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    drawnAs.push(document.querySelector(".table")?.getAttribute("aria-busy") ?? null);
    return known(url);
  });
  reply = { orders: [orderOf(7)], pages: 1, total: 1 };

  await openFilters(user);
  await user.click(screen.getByRole("button", { name: "Old" }));
  await shows(["987"]);

  expect(drawnAs).toEqual([null]);
  expect(requested).toEqual(["latest=true&page=1", "latest=false&page=1"]);
});
