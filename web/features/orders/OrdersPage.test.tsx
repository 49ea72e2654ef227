import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { OrderSums } from "#shared/orders/order-sums.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as OrdersPage } from "./OrdersPage.tsx";
import { shownOrder } from "./testing/shown-order.ts";

const sum = { count: 1, netAmount: 94.4, gst: 14.4, cans: 2 };
let sums: OrderSums | null;
let isDown: boolean;
const requested: string[] = [];

beforeEach(() => {
  store.set(tokenAtom, "t");
  sums = { all: sum, paid: { count: 0, netAmount: 0, gst: 0, cans: 0 } };
  isDown = false;
  requested.length = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(decodeURIComponent(url.replace("/api/v1.2", "").replaceAll("+", " ")));
    if (isDown) throw new TypeError("no answer");
    const page = { orders: [shownOrder(1)], pages: 1, total: 1, activePage: 1, currentPage: 1, pageList: [1] };
    const answer = url.includes("/sums") ? { sums } : page;
    return new Response(JSON.stringify({ success: true, asOf: "0000000000000001", ...answer }));
  });
});

const open = (search = "") => showPage(<OrdersPage />, { at: `/Orders${search}`, path: "/Orders", store });
const allSums = () => requested.filter((url) => url.startsWith("/orders/sums"));

test("the sums are those of the filters, and are requested once however the list is turned", async () => {
  const { user } = open("?phone=7110000001&status=payment failed");
  await screen.findByText("OD-1");
  const strip = await screen.findByLabelText("Totals");
  expect(strip.textContent).toContain("Net Amount₹94.40 (₹0.00 paid)");

  await user.click(screen.getByRole("button", { name: /^Filter(, .*)?$/ }));
  await user.click(await screen.findByRole("button", { name: "Old" }));

  await waitFor(() => expect(requested.some((path) => path.includes("latest=false"))).toBe(true));
  expect(allSums()).toEqual(["/orders/sums?phone=7110000001&status=payment failed"]);
});

test("the sums follow what becomes of the orders while the page is open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  open();
  const comeTo = (paid: string) =>
    eventually(() => expect(screen.getByLabelText("Totals").textContent).toContain(`₹94.40 (${paid} paid)`));
  await comeTo("₹0.00");

  sums = { all: sum, paid: sum };
  vi.advanceTimersByTime(60_000);

  await comeTo("₹94.40");
});

test("too many orders are not summed up: narrow the filter", async () => {
  sums = null;
  open();

  await screen.findByText("Too many orders to sum up: narrow the filter");
});

test.each([
  ["?phone=7110000001", "7110000001", "phone=7110000001&"],
  ["?phone=71100", "", ""],
  ["?phone=71100000011", "", ""],
])("of %s the form shows '%s'", async (search, value, query) => {
  const { user } = open(search);
  await screen.findByText("OD-1");
  await user.click(screen.getByRole("button", { name: /^Filter(, .*)?$/ }));

  expect(screen.getByLabelText<HTMLInputElement>("Phone").value).toBe(value);
  expect(requested).toContain(`/orders/all?${query}latest=true&page=1`);
});

test("orders that cannot be fetched are reported once, in the specification's words", async () => {
  isDown = true;
  open();

  await screen.findByRole("button", { name: "Retry" });
  const toasts = () => [...document.querySelectorAll(".toast")].map((toast) => toast.textContent ?? "");
  await waitFor(() => expect(toasts().filter((text) => text.includes("Failed to feth Orders"))).toHaveLength(1));
});

test("another filter's sums come after its rows; until then those of the rows in sight stay", async () => {
  const { user } = open();
  await screen.findByLabelText("Totals");
  const known = globalThis.fetch;
  let answer = () => {};
  const isLet = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", async (url: string, options: RequestInit) => {
    const reply = known(url, options);
    if (url.includes("/orders/all")) await isLet;
    return reply;
  });

  await user.click(screen.getByRole("button", { name: /^Filter(, .*)?$/ }));
  await user.type(screen.getByLabelText("Payment Id"), "pay_1{Enter}");
  await waitFor(() => expect(requested.some((path) => path.includes("paymentId=pay_1"))).toBe(true));
  expect(screen.getByLabelText("Totals")).toBeTruthy();
  expect(allSums()).toEqual(["/orders/sums"]);

  answer();
  await waitFor(() => expect(allSums()).toEqual(["/orders/sums", "/orders/sums?paymentId=pay_1"]));
});
