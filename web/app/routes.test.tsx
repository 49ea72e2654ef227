import { act, screen, waitFor, within } from "@testing-library/react";
import { matchRoutes } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { createStore } from "../state/jotai.ts";
import { badgesAtom } from "../state/pending-counts.atoms.ts";
import { signOutAtom, tokenAtom } from "../state/session.atoms.ts";
import { setUnsavedAtom } from "../state/unsaved.atoms.ts";
import { showApp } from "../testing/screen.tsx";
import { Crash } from "./Crash.tsx";
import { pages } from "./pages.ts";
import { routes } from "./routes.tsx";
import type { PageHandle } from "./Trail.tsx";

function signedIn() {
  const store = createStore();
  store.set(tokenAtom, "token");
  return store;
}

/** The route table (specification: Routes), word for word, with an id where it has one. */
const table = [
  ..."/login / /AddVendingMachine /vendingMachine/42 /vendingMachine/42/Inventory /products /products/new".split(" "),
  ..."/profiles /profiles/42 /orders /orders/42 /transactions /transactions/42 /users /users/new /penalty/new".split(
    " ",
  ),
  ..."/regions /regions/42 /downloads /redis /live-status /inventory-status /cans-in-stock /ledger".split(" "),
  ..."/register-vending-machine /list-registered-vending-machine /list-registered-vending-machine/new".split(" "),
  ..."/transaction-ledger /test-vending-machine /sales /account-deletion".split(" "),
];
const pageOf = (address: string): string | undefined => {
  const handle: unknown = matchRoutes(routes, address)?.at(-1)?.route.handle;
  return handle ? pages[(handle as PageHandle).page].title : undefined;
};
const lastPath = (address: string) => matchRoutes(routes, address)?.at(-1)?.route.path;

it.each(table)("%s is a page, whatever the case", (address) => {
  expect(lastPath(address)).not.toBe("*");
  expect(lastPath(address.toUpperCase())).toBe(lastPath(address));
});

it.each(table)("the browser's tab says what %s is, and shares its name with no other page", async (address) => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const store = address === "/login" ? createStore() : signedIn();
  showApp(routes, address, store);
  await screen.findByRole("main");

  const name = pageOf(address) ?? "Log In";
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^(${name}|Add New \\w+|Add \\w+) · Cansole$`)));
  const others = Object.values(pages).filter(({ title }) => title === name);
  expect(others.length).toBeLessThanOrEqual(1);
});

it("the tab and the links say how much waits for somebody, and nothing once it is looked after", async () => {
  const { store, router } = showApp(routes, "/redis", signedIn());
  const nav = within(await screen.findByRole("navigation", { name: "Console" }));
  await waitFor(() => expect(document.title).toBe("Redis · Cansole"));

  act(() =>
    store.set(badgesAtom, {
      liveStatus: { count: 2, words: "2 offline", isUrgent: true },
      registered: { count: 1_000, words: "1,000 waiting", isUrgent: true },
      downloads: { count: 5, words: "5 new", isUrgent: false },
    }),
  );
  expect(document.title).toBe("(1002) Redis · Cansole");
  const figureOf = (name: string) =>
    nav.getByRole("link", { name }).querySelector(".asked")?.getAttribute("data-count");
  expect(figureOf("Live Status, 2 offline")).toBe("2");
  expect(figureOf("List Registered Vending Machine, 1,000 waiting")).toBe("999+");
  expect(nav.getByRole("link", { name: "Downloads, 5 new" }).querySelector(".asked-urgent")).toBeNull();

  act(() => store.set(badgesAtom, {}));
  expect(document.title).toBe("Redis · Cansole");
  expect(figureOf("Live Status")).toBeUndefined();

  await act(() => router.navigate("/live-status"));
  await waitFor(() => expect(document.title).toBe("Live Status · Cansole"));
});

it("paths match exactly: anything longer is not found", () => {
  expect(lastPath("/live-status/now")).toBe("*");
  expect(lastPath("/orders/42/lines")).toBe("*");
});

it("the navigation has every page that needs no record, in its groups, and Logout", async () => {
  showApp(routes, "/redis", signedIn());
  const nav = within(await screen.findByRole("navigation", { name: "Console" }));
  // Those of folded groups stay in the page.
  const links = nav.getAllByRole("link", { hidden: true });
  const shown = links.map((link) => [link.textContent, link.getAttribute("href")]);

  expect(nav.getAllByRole("heading").map((head) => head.textContent)).toEqual([
    "Watch",
    "Goods",
    "Sales",
    "People",
    "Machines",
    "System",
  ]);
  expect(shown).toContainEqual(["Orders", "/Orders"]);
  expect(shown).toContainEqual(["Users", "/Users"]);
  expect(shown).toContainEqual(["Transactions", "/Transactions"]);
  expect(shown).toContainEqual(["List Registered Vending Machine", "/list-registered-vending-machine"]);
  const withoutRecord = table.filter((path) => !/42|new|login/.test(path));
  const linked = shown.map(([, href]) => href?.toLowerCase());
  expect(withoutRecord.filter((path) => !linked.includes(path.toLowerCase()))).toEqual([]);
  expect(nav.getByRole("button", { name: "Logout" })).toBeTruthy();
});

it("a folded group says how much waits on its pages, opens by a click, which is remembered, and where one stands in it", async () => {
  const { store, user, router } = showApp(routes, "/redis", signedIn());
  const nav = within(await screen.findByRole("navigation", { name: "Console" }));
  const isShown = (name: string) => nav.queryByRole("link", { name }) !== null;
  act(() => store.set(badgesAtom, { accountDeletion: { count: 3, words: "3 waiting", isUrgent: true } }));

  expect([isShown("Live Status"), isShown("Orders"), isShown("Test Vending Machine")]).toEqual([true, true, true]);
  expect([isShown("Products"), isShown("Users"), isShown("Audit")]).toEqual([false, false, false]);
  await user.click(nav.getByRole("button", { name: "People, 3 waiting" }));
  expect(isShown("Account Deletion, 3 waiting")).toBe(true);
  expect(localStorage.getItem("nav:open")).toBe("People");
  await user.click(nav.getByRole("button", { name: "People" }));
  expect(isShown("Users")).toBe(false);

  await act(() => router.navigate("/regions"));
  await waitFor(() => expect(isShown("Products")).toBe(true));
  expect(isShown("Redis")).toBe(false);
});

it("signed out there is only Log In, and a guarded page leads to the login page, remembering the requested page", async () => {
  const { router } = showApp(routes, "/orders?phone=9876543210");

  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(router.state.location.state).toEqual({ from: "/orders?phone=9876543210" });
  const nav = within(await screen.findByRole("navigation", { name: "Console" }));
  expect(nav.getAllByRole("link").map((link) => link.textContent)).toEqual(["Log In"]);
});

it("redis is a placeholder: a heading and one calm sentence", async () => {
  showApp(routes, "/redis", signedIn());
  const main = await screen.findByRole("main");
  expect((await within(main).findByRole("heading", { level: 1 })).textContent).toBe("Redis");
  expect(main.querySelectorAll("p")).toHaveLength(1);
});

it("any other path is not found, for everybody", async () => {
  showApp(routes, "/nowhere", signedIn());
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Page Not Found");
  expect(screen.getByText("Sorry, this page does not exist")).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("Page Not Found · Cansole"));
});

const page = { broken: true };
function Breaks() {
  if (page.broken) throw new Error("no such field");
  return <p>mended</p>;
}

it("a page that breaks leaves the frame standing and can be tried again", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [root] = routes;
  const crash = root?.errorElement;
  const { user } = showApp(
    [{ element: root?.element, children: [{ path: "/", element: <Breaks />, errorElement: crash }] }],
    "/",
    signedIn(),
  );

  expect(screen.getByRole("alert").textContent).toContain("This page stopped working");
  expect(screen.getByRole("navigation", { name: "Console" })).toBeTruthy();
  // Only React and the router log for the developer.
  const errors = said.mock.calls.map((words) => words.find((word) => word instanceof Error));
  expect(new Set(errors.map((error) => error?.message))).toEqual(new Set(["no such field"]));
  said.mockRestore();
  page.broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("mended");
});

it("Ctrl-K finds a page by a few letters", async () => {
  const { user, router } = showApp(routes, "/redis", signedIn());
  await screen.findByRole("main");

  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: "Find a page or a record" }), "ledg");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "LedgerSales",
    "Transaction LedgerSales",
  ]);
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/transaction-ledger"));
});

it("Logout leads to the login page and offers this page to nobody", async () => {
  const { user, router, store } = showApp(routes, "/redis", signedIn());
  await user.click(await screen.findByRole("button", { name: "Logout" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(router.state.location.state).toBeNull();
  expect([store.get(tokenAtom), localStorage.getItem("token")]).toEqual([null, null]);
});

it("Logout with something unsaved asks first", async () => {
  const { user, router, store } = showApp(routes, "/redis", signedIn());
  act(() => store.set(setUnsavedAtom, "form", ["Name"]));
  await user.click(await screen.findByRole("button", { name: "Logout" }));

  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Stay" }));
  expect(router.state.location.pathname).toBe("/redis");
  expect(store.get(tokenAtom)).toBe("token");
});

it("a refused token signs out without confirmation, and the page is remembered", async () => {
  const { router, store } = showApp(routes, "/redis", signedIn());
  await screen.findByRole("main");
  act(() => {
    store.set(setUnsavedAtom, "form", ["Name"]);
    store.set(signOutAtom, "refused");
  });

  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(router.state.location.state).toEqual({ from: "/redis" });
});

it("a page whose code cannot be fetched waits for the connection, and speaks of an update only where there was one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const served = vi.fn().mockRejectedValueOnce(new TypeError("no connection"));
  served.mockImplementation(async () => new Response("assets/another-build.js"));
  vi.stubGlobal("fetch", served);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const lazy = async () => {
    throw new TypeError("Failed to fetch dynamically imported module: /assets/page.js");
  };
  showApp([{ path: "/", errorElement: <Crash />, lazy, hydrateFallbackElement: <p>Loading</p> }], "/", signedIn());

  await screen.findByRole("heading", { name: "Opens when the connection is back" });
  expect(screen.queryByText(/updated/)).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  await screen.findByText(/The console was updated/);
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  vi.useRealTimers();
});
