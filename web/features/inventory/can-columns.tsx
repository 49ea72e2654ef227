import { type AgeBand, bandOf } from "#shared/inventory/can-age.rules.ts";
import { canListColumns, daysOf } from "#shared/inventory/can-list.ts";
import type { CanInStock } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { type Column, shownColumns } from "../../ui/table/column.ts";

const looks: Partial<Record<AgeBand, string>> = { "8-30": "can-aging", "over-30": "can-old" };

export const canColumns: Column<CanInStock>[] = shownColumns(canListColumns, {
  name: { narrow: 164, onPhone: "title", link: (can) => pathTo("machineInventory", { id: can.vendingMachine._id }) },
  vendingMachineId: { narrow: 104, as: "mono" },
  containerId: { narrow: 104 },
  product: {
    narrow: 132,
    onPhone: "line",
    cell: (can) => (
      <>
        {can.product.brand}
        <span className="on-phone"> · container {can.containerId}</span>
      </>
    ),
  },
  stockedOn: { as: "moment", narrow: 124 },
  daysOld: {
    narrow: 64,
    onPhone: "side",
    glows: false,
    cell: (can) => {
      const days = daysOf(can);
      return (
        <span className={looks[bandOf(days)]}>
          {days}
          <span className="on-phone"> day{days === 1 ? "" : "s"}</span>
        </span>
      );
    },
  },
});
