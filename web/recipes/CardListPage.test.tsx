import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createStore } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { showPage } from "../testing/screen.tsx";
import { CardListPage } from "./CardListPage.tsx";
import type { Choice } from "./use-found.ts";

interface Lamp {
  name: string;
  lit: boolean;
}
const lamps: Lamp[] = [
  { name: "Gate 10", lit: true },
  { name: "Gate 9", lit: false },
  { name: "Hall", lit: true },
];
const nameOf = ({ name }: Lamp) => name;
const state: Choice<Lamp, "All" | "Lit" | "Dark"> = {
  key: "state",
  label: "State",
  options: ["All", "Lit", "Dark"],
  isIn: ({ lit }, option) => option === "All" || lit === (option === "Lit"),
};

function Lamps({ of, onRetry }: { of: Load<Lamp[]>; onRetry: () => void }) {
  return (
    <CardListPage
      title="Lamps"
      things={["lamp", "lamps"]}
      of={of}
      onRetry={onRetry}
      nameOf={nameOf}
      textOf={nameOf}
      placeholder="Name"
      choice={state}
      add={{ to: "/lamps/new", words: "Add New Lamp" }}
      empty={{ icon: "pi-sun", words: "A lamp shows the way." }}
      bones={<p>bones</p>}
    >
      {(shown) => shown.map((lamp) => <article key={lamp.name}>{lamp.name}</article>)}
    </CardListPage>
  );
}
function open(of: Load<Lamp[]>, at = "/") {
  const onRetry = vi.fn();
  const store = createStore();
  store.set(tokenAtom, "t");
  return { ...showPage(<Lamps of={of} onRetry={onRetry} />, { store, at }), onRetry };
}
const cards = () => screen.queryAllByRole("article").map((card) => card.textContent);

test("cards stand in the order of their names and are counted", () => {
  open({ state: "ready", data: lamps });

  expect(cards()).toEqual(["Gate 9", "Gate 10", "Hall"]);
  expect(screen.getByText("3 lamps")).toBeTruthy();
});

test("search text and switch narrow the cards, stand in the address, and are cleared together", async () => {
  const page = open({ state: "ready", data: lamps });
  await page.user.type(screen.getByLabelText("Find a lamp"), "gate{Enter}");
  await page.user.click(screen.getByRole("button", { name: /^Lit/ }));

  expect(cards()).toEqual(["Gate 10"]);
  expect(screen.getByText("1 of 3 lamps")).toBeTruthy();
  expect(page.address()).toBe("/?q=gate&state=Lit");

  await page.user.type(screen.getByLabelText("Find a lamp"), " nowhere{Enter}");
  expect(screen.getByRole("heading", { name: "No lit lamp matches “gate nowhere”" })).toBeTruthy();
  await page.user.click(screen.getByRole("button", { name: "Clear filter" }));
  expect(cards()).toHaveLength(3);
  expect(page.address()).toBe("/");
});

test("the switch counts what the words leave", () => {
  open({ state: "ready", data: lamps }, "/?q=gate");

  const buttons = ["All", "Lit", "Dark"].map((name) => screen.getByRole("button", { name: new RegExp(`^${name}`) }));
  expect(buttons.map((button) => button.textContent)).toEqual(["All2", "Lit1", "Dark1"]);
});

test("a filter of the address that is no option shows all", () => {
  open({ state: "ready", data: lamps }, "/?state=Broken");

  expect(cards()).toHaveLength(3);
});

test("while it loads the page has its shape", () => {
  open({ state: "loading" });
  expect(screen.getByText("bones")).toBeTruthy();
  expect(screen.getByRole("status", { name: "Loading the lamps" })).toBeTruthy();
});

test("without records there is nothing to find, and the way to add one", () => {
  open({ state: "ready", data: [] });

  expect(screen.getByRole("heading", { name: "No lamp yet" })).toBeTruthy();
  expect(screen.queryByLabelText("Find a lamp")).toBeNull();
  const ways = screen.getAllByRole("link", { name: "Add New Lamp" });
  expect(ways.map((link) => link.getAttribute("href"))).toEqual(["/lamps/new", "/lamps/new"]);
  expect(ways.map((link) => link.classList.contains("button-plain"))).toEqual([true, false]);
});

test("the way to add one is never filled beside records: what is wrong with those is seen first", () => {
  open({ state: "ready", data: lamps });

  expect(screen.getByRole("link", { name: "Add New Lamp" }).classList).toContain("button-plain");
});

test("what could not be loaded is tried again", async () => {
  const page = open({ state: "failed", error: "Failed to fetch Lamps" });
  await page.user.click(screen.getByRole("button", { name: "Retry" }));

  await waitFor(() => expect(page.onRetry).toHaveBeenCalledOnce());
});
