import { isRedisOff, stockDrifts } from "#shared/inventory/inventory.rules.ts";
import type { ComparedStock } from "#shared/inventory/inventory.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { comparedStockAtomOf } from "../../records/compared-stock.atoms.ts";
import { RebuildStock } from "../../records/RebuildStock.tsx";
import { useAtom } from "../../state/jotai.ts";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/States.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";

const all = comparedStockAtomOf("all");
const idOf = ({ vendingMachine }: ComparedStock) => vendingMachine._id;

/** Machines whose containers, Redis and own report do not agree at this moment. */
export function StockDriftsCard() {
  const [load, send] = useAtom(all);
  const retry = () => send({ do: "retry" });
  const columns: Column<ComparedStock>[] = [
    {
      id: "machine",
      head: "Vending Machine",
      width: 190,
      onPhone: "title",
      value: ({ vendingMachine }) => vendingMachine.name || vendingMachine.vendingMachineId,
      link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine._id }),
    },
    {
      id: "drift",
      head: "What differs",
      width: 460,
      onPhone: "field",
      value: (compared) => stockDrifts(compared).join("; "),
    },
    actionColumn({
      id: "rebuild",
      head: "Rebuild",
      width: 150,
      onPhone: "side",
      cell: (compared) =>
        isRedisOff(compared) && (
          <RebuildStock
            vendingMachine={compared.vendingMachine._id}
            name={compared.vendingMachine.name}
            onDone={retry}
          />
        ),
    }),
  ];
  return (
    <Card title="Stock" flush>
      <Table
        inCard
        label="Stock that differs"
        columns={columns}
        boneRows={2}
        of={load}
        onRetry={retry}
        rowId={idOf}
        things={["machine", "machines"]}
        empty={<Empty title="Containers, Redis and machines agree" icon="pi-check-circle" />}
      />
    </Card>
  );
}
