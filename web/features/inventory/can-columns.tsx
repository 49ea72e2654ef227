import { daysOld } from "#shared/inventory/inventory.rules.ts";
import type { CanInStock } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Column } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";

/** A can, and for how many days it stands there. */
export interface AgedCan {
  can: CanInStock;
  daysOld: number;
}

export const agedCans = (cans: readonly CanInStock[], now: number): AgedCan[] =>
  cans.map((can) => ({ can, daysOld: daysOld(Date.parse(can.updatedAt), now) }));

const asServed = { sortable: false, filterable: false, glows: false } as const;

/** As specification section 2 names them, in its order. The server orders them by age alone. */
export const canColumns: Column<AgedCan>[] = [
  {
    ...asServed,
    id: "name",
    head: "VM Name",
    width: 240,
    onPhone: "title",
    value: ({ can }) => can.vendingMachine.name,
    link: ({ can }) => pathTo("machineInventory", { id: can.vendingMachine._id }),
  },
  {
    ...asServed,
    id: "vendingMachineId",
    head: "VM ID",
    width: 150,
    value: ({ can }) => can.vendingMachine.vendingMachineId,
    cell: ({ can }) => <span className="mono">{can.vendingMachine.vendingMachineId}</span>,
  },
  { ...asServed, id: "containerId", head: "Container ID", width: 112, value: ({ can }) => can.containerId },
  {
    ...asServed,
    id: "product",
    head: "Product",
    width: 200,
    onPhone: "line",
    value: ({ can }) => can.product.brand,
    cell: ({ can }) => (
      <>
        {can.product.brand}
        <span className="on-phone"> · container {can.containerId}</span>
      </>
    ),
  },
  {
    ...asServed,
    id: "stockedOn",
    head: "Stocked On",
    kind: "time",
    width: 168,
    value: ({ can }) => can.updatedAt,
    cell: ({ can }) => (
      <time className="figures nowrap" dateTime={can.updatedAt}>
        {dayTime(Date.parse(can.updatedAt))}
      </time>
    ),
  },
  {
    ...asServed,
    id: "daysOld",
    head: "Days Old",
    kind: "number",
    width: 96,
    onPhone: "side",
    value: (row) => row.daysOld,
    cell: (row) => (
      <>
        {row.daysOld}
        <span className="on-phone"> day{row.daysOld === 1 ? "" : "s"}</span>
      </>
    ),
  },
];
