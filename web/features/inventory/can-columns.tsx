import { daysOld } from "#shared/inventory/inventory.rules.ts";
import type { CanInStock } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import type { Column } from "../../ui/table/column.ts";

const daysOf = ({ updatedAt }: CanInStock): number => daysOld(Date.parse(updatedAt), Date.now());

/** As specification section 2 names them, in its order. */
export const canColumns: Column<CanInStock>[] = [
  {
    id: "name",
    head: "VM Name",
    width: 240,
    onPhone: "title",
    value: (can) => can.vendingMachine.name,
    link: (can) => pathTo("machineInventory", { id: can.vendingMachine._id }),
  },
  {
    id: "vendingMachineId",
    head: "VM ID",
    width: 150,
    value: (can) => can.vendingMachine.vendingMachineId,
    cell: (can) => <span className="mono">{can.vendingMachine.vendingMachineId}</span>,
  },
  { id: "containerId", head: "Container ID", width: 132, value: (can) => can.containerId },
  {
    id: "product",
    head: "Product",
    width: 200,
    onPhone: "line",
    value: (can) => can.product.brand,
    cell: (can) => (
      <>
        {can.product.brand}
        <span className="on-phone"> · container {can.containerId}</span>
      </>
    ),
  },
  {
    id: "stockedOn",
    head: "Stocked On",
    kind: "time",
    width: 168,
    value: (can) => can.updatedAt,
    cell: (can) => <DayTime at={can.updatedAt} />,
  },
  {
    id: "daysOld",
    head: "Days Old",
    kind: "number",
    width: 108,
    onPhone: "side",
    value: daysOf,
    glows: false,
    cell: (can) => {
      const days = daysOf(can);
      return (
        <>
          {days}
          <span className="on-phone"> day{days === 1 ? "" : "s"}</span>
        </>
      );
    },
  },
];
