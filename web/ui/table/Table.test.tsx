import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { atom, type PrimitiveAtom, useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { pretendPhone } from "../../testing/dom.ts";
import { showPage } from "../../testing/screen.tsx";
import { useListState } from "../list-state.ts";
import { Empty } from "../States.tsx";
import type { Column } from "./column.ts";
import { Table, type TableProps } from "./Table.tsx";

interface Machine {
  id: string;
  name: string;
  status: string;
  sales: number | null;
}

const columns: Column<Machine>[] = [
  { id: "name", head: "Name", value: (row) => row.name, link: (row) => `/machines/${row.id}`, onPhone: "title" },
  { id: "status", head: "Status", kind: "choice", value: (row) => row.status, onPhone: "side" },
  { id: "sales", head: "Sales", kind: "number", value: (row) => row.sales, onPhone: "line" },
];
const machines: Machine[] = [
  { id: "m1", name: "Gate 10", status: "Online", sales: 90 },
  { id: "m2", name: "Gate 9", status: "Offline", sales: null },
  { id: "m3", name: "atrium", status: "Online", sales: 200 },
];
const ready = (data: readonly Machine[]): Load<readonly Machine[]> => ({ state: "ready", data });

type LoadAtom = PrimitiveAtom<Load<readonly Machine[]>>;
const idOf = (row: Machine) => row.id;

function Page({ loadAtom, ...props }: Partial<TableProps<Machine>> & { loadAtom: LoadAtom }) {
  const list = useListState({});
  const load = useAtomValue(loadAtom);
  return <Table label="Machines" columns={columns} of={load} rowId={idOf} list={list} {...props} />;
}

function showTable(of: Load<readonly Machine[]>, more: Partial<TableProps<Machine>> & { at?: string } = {}) {
  const loadAtom: LoadAtom = atom(of);
  const { at = "/", ...props } = more;
  const shown = showPage(<Page loadAtom={loadAtom} {...props} />, { at });
  return { ...shown, load: (next: Load<readonly Machine[]>) => act(() => shown.store.set(loadAtom, next)) };
}

const dataRows = () => [...document.querySelectorAll<HTMLElement>("tbody tr.row")];
const names = () => dataRows().map((row) => row.querySelector("td")?.textContent);

it("a head sorts up, then down, then not at all, and nothing stands last both ways", async () => {
  const { user, address } = showTable(ready(machines));
  const head = screen.getByRole("button", { name: "Sales" });

  await user.click(head);
  await waitFor(() => expect(names()).toEqual(["Gate 10", "atrium", "Gate 9"]));
  expect(screen.getByRole("columnheader", { name: /Sales/ }).getAttribute("aria-sort")).toBe("ascending");
  await user.click(head);
  await waitFor(() => expect(names()).toEqual(["atrium", "Gate 10", "Gate 9"]));
  expect(address()).toBe("/?sort=-sales");
  await user.click(head);
  await waitFor(() => expect(names()).toEqual(["Gate 10", "Gate 9", "atrium"]));
  expect(address()).toBe("/");
});

it("words sort as people sort them: without case, 9 before 10", async () => {
  showTable(ready(machines), { at: "/?sort=name" });
  expect(names()).toEqual(["atrium", "Gate 9", "Gate 10"]);
});

it("a head's filter narrows the rows, says how many are left, and can be cleared", async () => {
  const { user, address } = showTable(ready(machines));

  await user.click(screen.getByRole("button", { name: "Filter Name" }));
  await user.type(screen.getByRole("searchbox", { name: "Name contains" }), "gate");
  await waitFor(() => expect(names()).toEqual(["Gate 10", "Gate 9"]));
  expect(screen.getByText("2 of 3 rows", { selector: ".filter-foot *" })).toBeTruthy();
  expect(address()).toBe("/?in.name=gate");

  await user.click(screen.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("a choice is filtered by its values, several at once", async () => {
  const { user } = showTable(ready(machines));
  await user.click(screen.getByRole("button", { name: "Filter Status" }));

  await user.click(screen.getByRole("checkbox", { name: /Offline/ }));
  await waitFor(() => expect(names()).toEqual(["Gate 9"]));
  await user.click(screen.getByRole("checkbox", { name: /Online/ }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("a filter that nothing matches is named and can be cleared on the spot", async () => {
  const { user } = showTable(ready(machines), { at: "/?in.name=depot", things: ["machine", "machines"] });

  expect(screen.getByRole("heading").textContent).toBe("No machines match Name depot");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("a pasted link that names no column of ours shows the whole list", () => {
  showTable(ready(machines), { at: "/?sort=-colour&in.colour=red" });
  expect(names()).toHaveLength(3);
});

it("the arrows go from row to row, Enter opens the record, and Tab stops at one row only", async () => {
  const { user, router } = showTable(ready(machines));
  const [first, second, third] = dataRows();
  expect([first?.tabIndex, second?.tabIndex, third?.tabIndex]).toEqual([0, -1, -1]);

  act(() => first?.focus());
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(third);
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(third);
  await user.keyboard("{Home}{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/machines/m1"));
});

it("a click anywhere in a row opens its record", async () => {
  const { user, router } = showTable(ready(machines));
  await user.click(screen.getByText("200"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/machines/m3"));
});

it("a paged list is shown as the server sent it, with the total and the page of the pages", () => {
  showTable(ready(machines), { at: "/?sort=name&page=2", paged: { pages: 3, total: 1_24_003 } });

  expect(names()).toEqual(["Gate 10", "Gate 9", "atrium"]);
  expect(screen.getByText("Page 2 of 3")).toBeTruthy();
  expect(screen.getByText("1,24,003 rows")).toBeTruthy();
});

it("First and Prev rest on the first page, Next and Last on the last", async () => {
  const { user, address } = showTable(ready(machines), { paged: { pages: 3, total: 140 } });
  const rests = () =>
    ["First", "Prev", "Next", "Last"].filter(
      (name) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled,
    );

  expect(rests()).toEqual(["First", "Prev"]);
  await user.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(rests()).toEqual([]));
  await user.click(screen.getByRole("button", { name: "Last" }));
  await waitFor(() => expect(rests()).toEqual(["Next", "Last"]));
  expect(address()).toBe("/?page=3");
});

it("the page number takes 1 to the number of pages; beyond is the nearest, nonsense is left alone", async () => {
  const { user, address } = showTable(ready(machines), { paged: { pages: 3, total: 140 } });
  const field = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: "Page number" });
  expect([field().min, field().max]).toEqual(["1", "3"]);

  await user.clear(field());
  await user.type(field(), "9{Enter}");
  await waitFor(() => expect(address()).toBe("/?page=3"));
  await user.clear(field());
  await user.type(field(), "0{Enter}");
  await waitFor(() => expect(address()).toBe("/"));
  await user.clear(field());
  await user.tab();
  expect(field().value).toBe("1");
});

it("a changed value glows; a value that was there from the start does not", async () => {
  const { load } = showTable(ready(machines));
  expect(document.querySelectorAll(".glow")).toHaveLength(0);

  load(ready(machines.map((row) => (row.id === "m2" ? { ...row, status: "Online" } : row))));
  const glowing = [...document.querySelectorAll(".glow")];
  expect(glowing.map((cell) => cell.textContent)).toEqual(["Online"]);
  expect(glowing[0]?.closest("tr")?.dataset.row).toBe("m2");
});

it("new rows wait while the reader has scrolled, and come by one click", async () => {
  const { load, user } = showTable(ready(machines));
  const scroller = document.querySelector<HTMLElement>(".table-scroll");
  if (!scroller) throw new Error("no scroller");
  scroller.scrollTo = () => {
    scroller.scrollTop = 0;
    scroller.dispatchEvent(new Event("scroll"));
  };
  scroller.scrollTop = 300;
  act(() => void scroller.dispatchEvent(new Event("scroll")));

  load(ready([{ id: "m4", name: "Pier", status: "Online", sales: 1 }, ...machines]));
  expect(names()).toEqual(["Gate 10", "Gate 9", "atrium"]);
  await user.click(screen.getByRole("button", { name: "1 new" }));
  await waitFor(() => expect(names()).toEqual(["Pier", "Gate 10", "Gate 9", "atrium"]));
});

it("loading, failing and being empty each say so; a failure keeps the rows that were there", async () => {
  const onRetry = vi.fn();
  const { load, user } = showTable({ state: "loading" }, { onRetry, empty: <Empty title="No machines yet" /> });
  expect(document.querySelectorAll(".row-bone").length).toBeGreaterThan(0);

  load({ state: "failed", error: "Failed to get vending machines list" });
  expect(screen.getByRole("alert").textContent).toContain("Failed to get vending machines list");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledOnce();

  load({ state: "failed", error: "Failed to get vending machines list", data: machines });
  expect(screen.getByRole("alert")).toBeTruthy();
  expect(names()).toHaveLength(3);

  load(ready([]));
  expect(screen.getByText("No machines yet")).toBeTruthy();
});

it("a hidden column stays hidden at the next visit", async () => {
  const { user, unmount } = showTable(ready(machines));
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(screen.getByRole("checkbox", { name: "Sales" }));
  expect(screen.queryByRole("columnheader", { name: /Sales/ })).toBeNull();

  unmount();
  showTable(ready(machines));
  expect(screen.queryByRole("columnheader", { name: /Sales/ })).toBeNull();
});

it("of 5,000 rows only those in sight are drawn, and readers hear of all", () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    id: `m${at}`,
    name: `M ${at}`,
    status: "Online",
    sales: at,
  }));
  showTable(ready(many));

  expect(dataRows().length).toBeLessThan(120);
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
  expect(screen.getByText("5,000 rows")).toBeTruthy();
});

it("on a phone each row is a card of three fields, and the order is chosen from a menu", async () => {
  pretendPhone();
  const { user } = showTable(ready(machines));
  const cards = () => within(screen.getByRole("list", { name: "Machines" })).getAllByRole("listitem");
  expect(cards().map((card) => card.textContent)).toEqual(["Gate 10Online90", "Gate 9Offline–", "atriumOnline200"]);

  await user.click(screen.getByRole("button", { name: "Sort" }));
  await user.click(screen.getByRole("menuitemradio", { name: "Name" }));
  await waitFor(() => expect(cards()[0]?.textContent).toContain("atrium"));
});
