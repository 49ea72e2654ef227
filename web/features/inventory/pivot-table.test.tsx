import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { BrandCounts, InventoryRow } from "#shared/inventory/inventory.schema.ts";
import { showPage } from "../../testing/screen.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PivotTable } from "./PivotTable.tsx";
import { totalOf } from "./pivot.ts";
import { usePivot } from "./use-pivot.ts";

const counts = (inStock: number): BrandCounts => ({ assignedContainers: inStock, empty: 0, inStock, disabled: 0 });
const rowOf = (number: number, vendingMachineName: string, brands: Record<string, number>): InventoryRow => ({
  _id: String(number).padStart(24, "0"),
  vendingMachineId: `VM-${number}`,
  vendingMachineName,
  totalContainers: 10 * number,
  totalAssignedContainers: number,
  brands: Object.fromEntries(Object.entries(brands).map(([brand, inStock]) => [brand, counts(inStock)])),
});
const all = [
  rowOf(1, "Gate 10", { Cola: 5 }),
  rowOf(2, "Gate 9", { Cola: 5, "Dr. Lime": 1 }),
  rowOf(3, "atrium", { Cola: 7 }),
];
const brands = ["Cola", "Dr. Lime"];
const noBrands: string[] = [];

function Page({ held }: { held: readonly string[] }) {
  const list = useListState({ filters: { q: "" } });
  const { rows, headerRows } = usePivot(all, held, list, list.filters.q);
  return <PivotTable rows={rows} total={totalOf(rows)} brands={held} headerRows={headerRows} />;
}
const places = (inStock: number): BrandCounts => ({ assignedContainers: 8, empty: 8 - inStock, inStock, disabled: 0 });
const lowBrands = ["Cola", "Dr. Lime", "Tea"];
const lowRows = [{ ...rowOf(4, "Gate 4", {}), brands: { Cola: places(0), "Dr. Lime": places(1), Tea: places(2) } }];
function Low() {
  const { rows, headerRows } = usePivot(lowRows, lowBrands, useListState({}), "");
  return <PivotTable rows={rows} total={totalOf(rows)} brands={lowBrands} headerRows={headerRows} />;
}
const show = (at = "/", held: readonly string[] = brands) => showPage(<Page held={held} />, { at });
const names = () => screen.getAllByRole("link").map((link) => link.textContent);
const head = (name: string) =>
  screen.getByRole("columnheader", { name: new RegExp(`^${name.replaceAll(" ", " ?")}$`) });

it("machines stand by their names, brands over their four columns", () => {
  show();

  expect(names()).toEqual(["atrium", "Gate 9", "Gate 10"]);
  expect(head("Vending Machine Id").getAttribute("rowspan")).toBe("2");
  expect(head("Dr. Lime").getAttribute("colspan")).toBe("4");
  expect(document.querySelectorAll("thead tr:last-child th")).toHaveLength(8);
  expect(head("Vending Machine Id").getAttribute("aria-sort")).toBeNull();
});

it("a brand's column sorts up, then down, then not at all, equals by their names both ways", async () => {
  const { user, address } = show();
  const button = within(head("Cola In-stock")).getByRole("button");

  await user.click(button);
  await waitFor(() => expect(names()).toEqual(["Gate 9", "Gate 10", "atrium"]));
  expect([address(), head("Cola In-stock").getAttribute("aria-sort")]).toEqual(["/?sort=inStock.Cola", "ascending"]);
  await user.click(button);
  await waitFor(() => expect(names()).toEqual(["atrium", "Gate 9", "Gate 10"]));
  expect(head("Cola In-stock").getAttribute("aria-sort")).toBe("descending");
  await user.click(button);
  await waitFor(() => expect(address()).toBe("/"));
});

it.each([
  ["sort=-total", ["atrium", "Gate 9", "Gate 10"]],
  ["sort=vendingMachineId", ["Gate 10", "Gate 9", "atrium"]],
  ["sort=-inStock.Dr.+Lime", ["Gate 9", "atrium", "Gate 10"]],
  ["sort=inStock.Gone", ["atrium", "Gate 9", "Gate 10"]],
  ["q=gate", ["Gate 9", "Gate 10"]],
  ["q=+vm-3+", ["atrium"]],
  ["q=10&sort=-name", ["Gate 10"]],
])("a link with %s shows %s", (search, shown) => {
  show(`/?${search}`);

  expect(names()).toEqual(shown);
});

it("the id stands beneath the name, and sorts by a button of its own", async () => {
  const { user, address } = show();
  const first = screen.getByRole("rowheader", { name: /atrium/ });
  expect(first.textContent).toBe("atriumVM-3");

  await user.click(within(head("Vending Machine Id")).getByRole("button", { name: "Id" }));

  await waitFor(() => expect(names()).toEqual(["Gate 10", "Gate 9", "atrium"]));
  expect([address(), head("Vending Machine Id").getAttribute("aria-sort")]).toEqual([
    "/?sort=vendingMachineId",
    "ascending",
  ]);
});

it("what is sold out and what is low is said in words as well", () => {
  showPage(<Low />, { at: "/" });

  const [machine] = screen.getAllByRole("row").slice(2);
  const figures = within(machine ?? document.body).getAllByRole("cell");
  expect(figures.map((cell) => cell.textContent)).toEqual([
    ...["40", "4", "8", "8", "0 sold out", "0", "8", "7", "1 low", "0", "8", "6", "2", "0"],
  ]);
});

const failing = { assignedContainers: 5, empty: 1, inStock: 3, disabled: 1 };
const compactRows: InventoryRow[] = [
  { ...rowOf(1, "Gate 1", {}), brands: { Cola: failing } },
  { ...rowOf(2, "Gate 2", {}), brands: { Cola: places(0), Tea: places(8) } },
];
const compactBrands = ["Cola", "Tea"];
function Compact() {
  const { rows, headerRows } = usePivot(compactRows, compactBrands, useListState({}), "");
  return (
    <PivotTable
      rows={rows}
      total={totalOf(rows)}
      brands={compactBrands}
      headerRows={headerRows}
      isCompact
      onSoldOut={onSoldOut}
    />
  );
}
const onSoldOut = vi.fn();

it("compact, a brand is one cell that says what is there of how much, sorts by it, and says what is wrong in words", async () => {
  const { user, address } = showPage(<Compact />, { at: "/" });
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      );

  expect(screen.getAllByRole("columnheader").map((one) => one.textContent)).toEqual([
    ...["Vending Machine Id", "All brands", "Cola", "Tea"],
  ]);
  expect(cells()).toEqual([
    ["3/5", "3/5, 1 disabled", "–"],
    ["8/16", "0/8 sold out", "8/8"],
    ["11/21", "3/131 out of Cola", "8/8"],
  ]);
  await user.click(screen.getByRole("button", { name: "1 out of Cola" }));
  expect(onSoldOut).toHaveBeenCalledWith("Cola");
  await user.click(within(head("Cola")).getByRole("button"));
  await waitFor(() => expect(address()).toBe("/?sort=inStock.Cola"));
  expect(names()).toEqual(["Gate 2", "Gate 1"]);
});

it("without a brand there are the machines' own columns", () => {
  show("/?sort=-total", noBrands);

  expect(names()).toEqual(["atrium", "Gate 9", "Gate 10"]);
  expect(screen.getAllByRole("columnheader")).toHaveLength(3);
});
