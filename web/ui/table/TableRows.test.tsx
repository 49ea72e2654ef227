import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  dataRows,
  type ExampleMachine,
  exampleMachines,
  manyMachines,
  names,
  ready,
  showTable,
} from "../../testing/machines-table.tsx";
import { Empty } from "../States.tsx";
import type { Column } from "./column.ts";

it("a paged list is shown as the server sent it, with the total and the page of the pages", () => {
  showTable(ready(exampleMachines), { at: "/?sort=name&page=2", paged: { pages: 3, total: 1_24_003 } });

  expect(names()).toEqual(["Gate 10", "Gate 9", "atrium"]);
  expect(screen.getByText("Page 2 of 3")).toBeTruthy();
  expect(screen.getByText("1,24,003 rows")).toBeTruthy();
});

it("First and Prev are disabled on the first page, Next and Last on the last", async () => {
  const { user, address } = showTable(ready(exampleMachines), { paged: { pages: 3, total: 140 } });
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
  const { user, address } = showTable(ready(exampleMachines), { paged: { pages: 3, total: 140 } });
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
  const { load } = showTable(ready(exampleMachines));
  expect(document.querySelectorAll(".glow")).toHaveLength(0);

  load(ready(exampleMachines.map((row) => (row.id === "m2" ? { ...row, status: "Online" } : row))));
  const glowing = [...document.querySelectorAll(".glow")];
  expect(glowing.map((cell) => cell.textContent)).toEqual(["Online"]);
  expect(glowing[0]?.closest("tr")?.dataset.row).toBe("m2");
});

it("new rows wait while the reader has scrolled, and come by one click", async () => {
  const { load, user } = showTable(ready(exampleMachines));
  const scroller = document.querySelector<HTMLElement>(".table-scroll");
  if (!scroller) throw new Error("no scroller");
  scroller.scrollTo = () => {
    scroller.scrollTop = 0;
    scroller.dispatchEvent(new Event("scroll"));
  };
  scroller.scrollTop = 300;
  act(() => void scroller.dispatchEvent(new Event("scroll")));

  load(ready([{ id: "m4", name: "Pier", status: "Online", sales: 1 }, ...exampleMachines]));
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

  load({ state: "failed", error: "Failed to get vending machines list", data: exampleMachines });
  expect(screen.getByRole("alert")).toBeTruthy();
  expect(names()).toHaveLength(3);

  load(ready([]));
  expect(screen.getByText("No machines yet")).toBeTruthy();
});

it("of 5,000 rows only those in sight are drawn, and screen readers count all", () => {
  const many = manyMachines(5000);
  showTable(ready(many));

  expect(dataRows().length).toBeLessThan(120);
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
  expect(screen.getByText("5,000 rows")).toBeTruthy();
});

it("Back from a record shows the list where it was left", async () => {
  const many = manyMachines(90);
  const { user, router } = showTable(ready(many));
  const scroller = () => document.querySelector<HTMLElement>(".table-scroll");
  const first = scroller();
  if (!first) throw new Error("no scroller");
  first.scrollTop = 640;
  act(() => void first.dispatchEvent(new Event("scroll")));

  await user.click(screen.getByRole("link", { name: "M 20" }));
  await screen.findByText("elsewhere");
  await act(() => router.navigate(-1));
  await waitFor(() => expect(scroller()?.scrollTop).toBe(640));
});

it("a row is drawn anew when its record changed: not with another row, not with a step of the address", async () => {
  const drawn: string[] = [];
  const name = ({ id, name: shown }: ExampleMachine) => {
    drawn.push(id);
    return shown;
  };
  const columns: Column<ExampleMachine>[] = [
    { id: "name", head: "Name", value: (row) => row.name, cell: name, link: (row) => `/machines/${row.id}` },
  ];
  const { load, user, address } = showTable(ready(exampleMachines), { columns, paged: { pages: 3, total: 140 } });

  drawn.length = 0;
  load(ready(exampleMachines.map((row) => (row.id === "m2" ? { ...row, name: "Gate 12" } : row))));
  expect(drawn).toEqual(["m2"]);
  drawn.length = 0;
  await user.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(address()).toBe("/?page=2"));
  expect(drawn).toEqual([]);
});

it("a link in a row leads where it says; with a key that opens it elsewhere it is the browser's", async () => {
  const { router, user } = showTable(ready(exampleMachines));
  const link = screen.getByRole("link", { name: "atrium" });
  expect(link.getAttribute("href")).toBe("/machines/m3");

  const isTaken: boolean[] = [];
  const after = (event: Event) => {
    isTaken.push(event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener("click", after);
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) fireEvent.click(link, { [key]: true });
  window.removeEventListener("click", after);
  expect(isTaken).toEqual([false, false, false]);
  expect(router.state.location.pathname).toBe("/");
  await user.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe("/machines/m3"));
});
