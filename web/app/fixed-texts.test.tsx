import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { aShownPenalty, aShownRegion } from "#shared/testing/shown-records.ts";
import { alertLogAtom, alertsAtom, clearAlertLogAtom, dismissAlertAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { showApp } from "../testing/screen.tsx";
import { routes } from "./routes.tsx";

/** What the server answers to everything; null is no answer at all. */
let answer: object | null;
beforeEach(() => {
  answer = null;
  vi.stubGlobal("fetch", async () => {
    if (answer === null) throw new TypeError("no answer");
    return new Response(JSON.stringify({ success: true, asOf: "0000000000000001", ...answer }));
  });
});
afterEach(() => {
  for (const { id } of store.get(alertsAtom)) store.set(dismissAlertAtom, id);
  store.set(clearAlertLogAtom);
  store.set(tokenAtom, null);
});

const id = "0123456789abcdef01234567";
const open = (at: string) => {
  store.set(tokenAtom, "token");
  return showApp(routes, at, store);
};
const toasts = () => [...document.querySelectorAll(".toast")].map((toast) => toast.textContent ?? "");
/** On the screen, in full; one that has left again within its 1500 ms stands in the log. */
const isShown = (text: string) =>
  waitFor(() => {
    const shownTexts = store.get(alertLogAtom).map((alert) => alert.text);
    expect(shownTexts).toContain(text);
  });

/** What each page says when what it loads cannot be had (specification: Failures). */
const failures: [at: string, text: string][] = [
  ["/", "Failed to get vending machines list"],
  [`/vendingMachine/${id}`, "Error: Failed to get vending machine details"],
  ["/products", "Failed to fetch Products"],
  [`/products/${id}`, "Error: Failed to get Product details"],
  ["/profiles", "Failed to feth Orders"],
  [`/profiles/${id}`, "Failed to feth Orders"],
  ["/regions", "Failed to fetch Regions"],
  [`/regions/${id}`, "Error: Failed to get Region details"],
  ["/Orders", "Failed to feth Orders"],
  [`/orders/${id}`, "Failed to feth Orders"],
  ["/Transactions", "Failed to feth Orders"],
  [`/transactions/${id}`, "Failed to feth Orders"],
  ["/Users", "Failed to feth Users"],
  [`/Users/${id}`, "Error: Failed to get User details"],
  [`/penalty/${id}`, "Failed to users penalty"],
  ["/ledger", "Failed to feth ledger info"],
  ["/transaction-ledger", "Failed to feth ledger info"],
  ["/live-status", "Failed to get vending machines status"],
  ["/inventory-status", "Error: Failed to get inventory details"],
  ["/cans-in-stock", "Error: Failed to get can stock"],
  ["/register-vending-machine", "Failed to get vending machines list"],
  ["/list-registered-vending-machine", "Failed to get vending machines list"],
  ["/test-vending-machine", "Failed to get vending machines list"],
  ["/sales", "Failed to feth sales data"],
  ["/account-deletion", "Failed to feth sales data"],
];

test.each(failures)("%s without an answer says '%s'", async (at, text) => {
  open(at);
  await isShown(text);
});

test("a failure is an alert on the screen, of danger", async () => {
  open("/live-status");
  await waitFor(() => expect(toasts().join("\n")).toContain("Failed to get vending machines status"));
  expect(store.get(alertLogAtom).map(({ kind }) => kind)).toContain("danger");
});

const page = { pages: 1, total: 0, activePage: 1, currentPage: 1, pageList: [1] };
/** Notices of fetching come where the operator requested it: here by Retry, once the server is back. */
const notices: [at: string, text: string, answer: object][] = [
  ["/Transactions", "Successfully fetched transactions", { transactions: [], ...page }],
  ["/ledger", "Successfully fetched ledger", { ledger: [], products: [], ...page }],
  ["/transaction-ledger", "Successfully fetched ledger", { transactionLedger: [], ...page }],
  ["/inventory-status", "Successfully fetched inventory details", { stockData: [], uniqueBrands: [] }],
  ["/cans-in-stock", "Successfully fetched can stock", { cansInStock: { cans: [], ...page } }],
  ["/sales", "Successfully fetched sales data", { sales: [], ...page }],
  [`/regions/${id}`, "Successfully fetched Region details", { region: aShownRegion({ _id: id }) }],
  [`/penalty/${id}`, "Penalty retrieved successfully", { penalty: aShownPenalty({ _id: id }) }],
];

test.each(notices)("%s, requested again once the server is back, says '%s'", async (at, text, given) => {
  const { user } = open(at);
  await screen.findAllByRole("button", { name: "Retry" });
  act(() => {
    answer = given;
  });
  // A page of several parts offers it for each, one after the other.
  await eventually(async () => {
    for (const retry of screen.queryAllByRole("button", { name: "Retry" })) await user.click(retry);
    expect(store.get(alertLogAtom).map((alert) => alert.text)).toContain(text);
  });
});
