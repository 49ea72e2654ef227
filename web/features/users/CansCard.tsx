import { useMemo, useState } from "react";
import type { Cans } from "#shared/cans/cans.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Shown } from "../../recipes/RecordPage.tsx";
import { useMachineNames } from "../../records/use-machine-names.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { Empty } from "../../ui/States.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { AddCansForm, EditCansForm } from "./CansForms.tsx";

interface Entry {
  id: string;
  vendingMachine: string;
  machineName: string;
  brand: string;
  product: string;
  totalCans: number;
}
type EntryRow = Entry & { onChange: () => void };

const columns: Column<EntryRow>[] = [
  {
    id: "vendingMachine",
    head: "Vending Machine",
    width: 190,
    onPhone: "title",
    // The machines' names may come after the cans.
    glows: false,
    value: ({ machineName }) => machineName,
    link: ({ vendingMachine }) => pathTo("machine", { id: vendingMachine }),
  },
  {
    id: "brand",
    head: "Brand",
    width: 150,
    onPhone: "line",
    value: ({ brand }) => brand,
    cell: ({ brand, totalCans }) => (
      <>
        {brand}
        <span className="on-phone"> · {countText(totalCans, "can")}</span>
      </>
    ),
  },
  { id: "cans", head: "Cans", kind: "number", width: 80, value: ({ totalCans }) => totalCans },
  actionColumn({
    id: "change",
    head: "Change",
    width: 104,
    onPhone: "side",
    cell: ({ onChange, brand, machineName }) => (
      <Button small onClick={onChange} title={`Change the cans of ${brand} at ${machineName}`}>
        Change
      </Button>
    ),
  }),
];
const idOf = ({ id }: EntryRow) => id;

/** What the user has bought and not yet taken, per machine and brand, with the names that machines have now. */
export function CansCard({ record, onKnown }: Shown<Cans>) {
  const { vendingMachines } = record.current;
  const names = useMachineNames(vendingMachines.map(({ vendingMachine }) => vendingMachine));
  /** The entry as it stood when it was opened: it is edited also where its last can is taken meanwhile. */
  const [open, setOpen] = useState<Entry | "new" | null>(null);
  const entries = useMemo(() => {
    return vendingMachines.flatMap(({ vendingMachine, brands }) =>
      brands.map(({ product, brand, totalCans }): EntryRow => {
        const id = `${vendingMachine} ${product}`;
        const machineName = names.get(vendingMachine) ?? vendingMachine;
        const entry = { id, vendingMachine, machineName, brand, product, totalCans };
        return { ...entry, onChange: () => setOpen(entry) };
      }),
    );
  }, [vendingMachines, names]);
  // It may have been opened before the names were here.
  const edited = open && open !== "new" && { ...open, machineName: names.get(open.vendingMachine) ?? open.machineName };
  const close = () => setOpen(null);
  return (
    <Card
      title={`Cans: ${record.totalCans}`}
      flush
      action={
        <Button small onClick={() => setOpen("new")}>
          Add cans
        </Button>
      }
    >
      <Table
        inCard
        label="Cans per machine and brand"
        columns={columns}
        of={{ state: "ready", data: entries }}
        rowId={idOf}
        things={["entry", "entries"]}
        empty={<Empty title="No cans to take">Paid cans appear here until they are taken.</Empty>}
      />
      {open && (
        <div className="user-cans-form">
          {edited && <EditCansForm key={edited.id} record={record} onKnown={onKnown} onClose={close} {...edited} />}
          {open === "new" && <AddCansForm record={record} onKnown={onKnown} onClose={close} />}
        </div>
      )}
    </Card>
  );
}
