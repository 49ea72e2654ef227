import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { pretendDesk, pretendNarrowDesk, pretendPhone } from "../../testing/dom.ts";
import {
  dataRows,
  type ExampleMachine,
  exampleMachines,
  names,
  ready,
  showTable,
} from "../../testing/machines-table.tsx";
import type { Column } from "./column.ts";

it("a head sorts up, then down, then not at all, and nothing stands last both ways", async () => {
  const { user, address } = showTable(ready(exampleMachines));
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
  showTable(ready(exampleMachines), { at: "/?sort=name" });
  expect(names()).toEqual(["atrium", "Gate 9", "Gate 10"]);
});

it("a head's filter narrows the rows, says how many are left, and can be cleared", async () => {
  const { user, address } = showTable(ready(exampleMachines));

  await user.click(screen.getByRole("button", { name: "Filter Name" }));
  await user.type(screen.getByRole("searchbox", { name: "Name contains" }), "gate");
  await waitFor(() => expect(names()).toEqual(["Gate 10", "Gate 9"]));
  expect(screen.getByText("2 of 3 rows", { selector: ".filter-foot *" })).toBeTruthy();
  expect(address()).toBe("/?in.name=gate");

  await user.click(screen.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("a choice is filtered by its values, several at once", async () => {
  const { user } = showTable(ready(exampleMachines));
  await user.click(screen.getByRole("button", { name: "Filter Status" }));

  await user.click(screen.getByRole("checkbox", { name: /Offline/ }));
  await waitFor(() => expect(names()).toEqual(["Gate 9"]));
  await user.click(screen.getByRole("checkbox", { name: /Online/ }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("a filter that nothing matches is named and can be cleared on the spot", async () => {
  const { user } = showTable(ready(exampleMachines), { at: "/?in.name=depot", things: ["machine", "machines"] });

  expect(screen.getByRole("heading").textContent).toBe("No machines match Name depot");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

it("a pasted link that names no column of ours shows the whole list", () => {
  showTable(ready(exampleMachines), { at: "/?sort=-colour&in.colour=red" });
  expect(names()).toHaveLength(3);
});

it("the arrows go from row to row, Enter opens the record, and Tab stops at one row only", async () => {
  const { user, router } = showTable(ready(exampleMachines));
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
  const { user, router } = showTable(ready(exampleMachines));
  await user.click(screen.getByText("200"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/machines/m3"));
});

it("a hidden column stays hidden at the next visit", async () => {
  const { user, unmount } = showTable(ready(exampleMachines));
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(screen.getByRole("checkbox", { name: "Sales" }));
  expect(screen.queryByRole("columnheader", { name: /Sales/ })).toBeNull();

  unmount();
  showTable(ready(exampleMachines));
  expect(screen.queryByRole("columnheader", { name: /Sales/ })).toBeNull();
});

const leavesOutSales: Column<ExampleMachine>[] = [
  { id: "name", head: "Name", onPhone: "title", value: ({ name }) => name },
  { id: "status", head: "Status", onPhone: "line", value: ({ status }) => status },
  { id: "sales", head: "Sales", wide: true, onPhone: "side", value: ({ sales }) => sales },
];

it("what a narrow window leaves out can be chosen, in a card too, and wide windows keep their own choice", async () => {
  pretendNarrowDesk();
  const { user, unmount } = showTable(ready(exampleMachines), { columns: leavesOutSales, inCard: true });
  expect(screen.queryByRole("columnheader", { name: /Sales/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(screen.getByRole("checkbox", { name: "Sales" }));
  await user.click(screen.getByRole("checkbox", { name: "Status" }));
  expect(screen.getByRole("columnheader", { name: /Sales/ })).toBeTruthy();

  unmount();
  pretendDesk();
  showTable(ready(exampleMachines), { columns: leavesOutSales });
  expect(screen.getByRole("columnheader", { name: /Status/ })).toBeTruthy();
});

it("a phone's card has what a narrow window's table leaves out", () => {
  pretendPhone();
  showTable(ready(exampleMachines), { columns: leavesOutSales });
  expect(screen.getAllByRole("listitem")[0]?.textContent).toBe("Gate 1090Online");
});

it("on a phone each row is a card of three fields; the order is chosen and new rows are fetched from its bar", async () => {
  pretendPhone();
  const show = vi.fn();
  const { user } = showTable(ready(exampleMachines), { news: { count: 2, show } });
  const cards = () => within(screen.getByRole("list", { name: "Machines" })).getAllByRole("listitem");
  expect(cards().map((card) => card.textContent)).toEqual(["Gate 10Online90", "Gate 9Offline–", "atriumOnline200"]);

  await user.click(screen.getByRole("button", { name: "Sort" }));
  await user.click(screen.getByRole("menuitemradio", { name: "Name" }));
  await waitFor(() => expect(cards()[0]?.textContent).toContain("atrium"));
  const news = screen.getByRole("button", { name: "2 new" });
  expect(news.closest(".phone-sort")).toBeTruthy();
  await user.click(news);
  expect(show).toHaveBeenCalledOnce();
});

it("a phone offers no order where the server alone decides it, and no empty bar", () => {
  pretendPhone();
  const columns: Column<ExampleMachine>[] = [
    { id: "name", head: "Name", value: ({ name }) => name, onPhone: "title", sortable: false },
  ];

  showTable(ready(exampleMachines), { columns });

  expect(within(screen.getByRole("list", { name: "Machines" })).getAllByRole("listitem")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Sort" })).toBeNull();
  expect(document.querySelector(".phone-sort")).toBeNull();
});
