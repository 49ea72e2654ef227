import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../state/jotai.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { showApp } from "../testing/screen.tsx";
import { routes } from "./routes.tsx";

/** No server answers: a list's filters, order, page and requests all follow from its address. */
let requested: string[];
beforeEach(() => {
  requested = [];
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    return new Promise(() => undefined);
  });
});

const days = "startDate=2026-11-01&endDate=2026-11-21";
/** Each list with an address that says all it can, and what of it must be seen again in its fields. */
const lists: [at: string, seen: string[]][] = [
  ["/?q=metro&state=Offline", ["metro", "Offline"]],
  ["/live-status?state=Online&sort=name", ["Online", "ascending"]],
  ["/inventory-status?q=metro", ["metro"]],
  [
    `/cans-in-stock?vendingMachine=KOC-ERN-01&age=over-30&${days}&sort=-daysOld&page=2`,
    ["KOC-ERN-01", "1 Nov 2026", "descending"],
  ],
  ["/products?q=cola", ["cola"]],
  ["/profiles?q=metro", ["metro"]],
  ["/regions?q=kochi", ["kochi"]],
  [
    `/Orders?vendingMachine=KOC-ERN-01&phone=9876543210&orderId=ORD-1&${days}&sort=time&page=3&in.paymentId=pay_1`,
    ["KOC-ERN-01", "9876543210", "ORD-1", "21 Nov 2026", "ascending"],
  ],
  [
    `/Transactions?vendingMachine=KOC-ERN-01&transactionId=CT1&${days}&sort=time&page=2`,
    ["KOC-ERN-01", "CT1", "1 Nov 2026", "ascending"],
  ],
  [`/ledger?vendingMachine=KOC-ERN-01&${days}&sort=time`, ["KOC-ERN-01", "21 Nov 2026", "ascending"]],
  [`/transaction-ledger?vendingMachine=KOC-ERN-01&${days}&sort=time`, ["KOC-ERN-01", "21 Nov 2026", "ascending"]],
  [`/sales?${days}&sort=sales`, ["1 Nov 2026"]],
  ["/Users?phone=98765&email=asha&sort=createdAt&page=2", ["98765", "asha", "ascending"]],
  ["/penalties?sort=createdAt&page=2", ["ascending"]],
  ["/account-deletion?sort=requestTime&page=2", ["ascending"]],
  [`/audit?${days}&sort=time`, ["21 Nov 2026", "ascending"]],
  ["/register-vending-machine?sort=serialNumber", ["ascending"]],
  ["/list-registered-vending-machine?sort=-name&in.name=metro", ["descending"]],
];

/** What the list's own parts say: fields, pressed switches, the order, filters that are set in heads. */
const shown = (): string[] => {
  const page = document.getElementById("page");
  const all = (selector: string) => [...(page?.querySelectorAll<HTMLElement>(selector) ?? [])];
  return [
    ...all("input").map((field) => (field as HTMLInputElement).value),
    ...all("[aria-pressed='true']").map((option) => `pressed ${option.textContent}`),
    ...all("[aria-pressed='true']").map((option) => option.textContent ?? ""),
    ...all("[aria-sort]").map((head) => head.getAttribute("aria-sort") ?? ""),
    ...all("[aria-label$=', set']").map((button) => button.getAttribute("aria-label") ?? ""),
  ];
};

const open = (at: string) => {
  const store = createStore();
  store.set(tokenAtom, "token");
  requested = [];
  return showApp(routes, at, store);
};
/** The days, and the filters behind Filter, are made when they are opened. */
const openFilters = () => {
  for (const button of document.querySelectorAll("#page .filter-bar > [aria-expanded='false']"))
    fireEvent.click(button);
};
/** Once it stands: what it shows, and the questions that name what the address says. */
const standing = async (seen: string[]) => {
  await screen.findByRole("heading", { level: 1 });
  openFilters();
  await waitFor(() => expect(shown()).toEqual(expect.arrayContaining(seen)));
  return { shown: shown(), requested: [...new Set(requested)].filter((url) => url.includes("?")).sort() };
};

test.each(lists)("Back, a refresh and a pasted link restore %s exactly", async (at, seen) => {
  const first = open(at);
  const before = await standing(seen);
  const address = () => `${first.router.state.location.pathname}${first.router.state.location.search}`;
  expect(address()).toBe(at);

  await act(() => first.router.navigate("/redis"));
  await screen.findByRole("heading", { name: "Redis" });
  requested = [];
  await act(() => first.router.navigate(-1));
  expect((await standing(seen)).shown).toEqual(before.shown);
  expect(address()).toBe(at);
  cleanup();

  // A refresh, and the same link in another operator's browser, begin with nothing but the address.
  open(at);
  expect(await standing(seen)).toEqual(before);
});

test.each([
  ["/register-vending-machine", "requests"],
  ["/list-registered-vending-machine", "registered units"],
  ["/Transactions?view=needs-action", "cans"],
])("%s says beneath its title that it could not be loaded, and no longer that it comes", async (at, things) => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
  open(at);

  expect(await screen.findByText(`The ${things} could not be loaded`)).toBeTruthy();
  expect(screen.queryByRole("status", { name: /^Loading the/ })).toBeNull();
});
