import "./registration.css";
import { useMemo } from "react";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { useAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { useListState } from "../../ui/list-state.ts";
import { type Numbered, numbered } from "../../ui/numbered.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { dayOnly, fullTime } from "../../ui/times.ts";
import { unitActions } from "./bulk-actions.ts";
import { NameCell } from "./NameCell.tsx";
import { registeredAtom } from "./registration.atoms.ts";
import { DeleteUnit, PermissionToggle } from "./UnitActions.tsx";
import { keyColumn, SerialNumberCell } from "./UnitKey.tsx";

type Row = Numbered<RegisteredUnit>;

const permissionOf = ({ row }: Row) => (row.authorised ? "Authorized" : "Unauthorized");

/** Named and ordered by specification: Registered vending machines. */
const columns: Column<Row>[] = [
  { id: "place", head: "Index", kind: "number", width: 56, glows: false, value: ({ place }) => place },
  {
    id: "serialNumber",
    head: "Serial Number",
    width: 126,
    onPhone: "title",
    value: ({ row }) => row.serialNumber,
    cell: ({ row }) => <SerialNumberCell {...row} />,
    link: ({ row }) => pathTo("registeredUnit", { serialNumber: row.serialNumber }),
  },
  {
    id: "name",
    head: "Name",
    width: 208,
    onPhone: "line",
    value: ({ row }) => row.name,
    cell: ({ row }) => <NameCell {...row} />,
  },
  { id: "version", head: "Version", width: 72, wide: true, filterable: false, value: ({ row }) => row.version },
  {
    id: "time",
    head: "Date",
    kind: "time",
    width: 112,
    value: ({ row }) => row.time,
    cell: ({ row }) => (
      <time className="figures" dateTime={row.time} title={fullTime(Date.parse(row.time))}>
        {dayOnly(Date.parse(row.time))}
      </time>
    ),
  },
  {
    id: "permission",
    head: "Permission",
    kind: "choice",
    width: 120,
    onPhone: "side",
    value: permissionOf,
    as: "state",
  },
  { ...keyColumn<Row>(({ row }) => row), wide: true },
  actionColumn({
    id: "actions",
    head: "Actions",
    width: 160,
    cell: ({ row }) => (
      <span className="row-actions">
        <PermissionToggle unit={row} small />
        <DeleteUnit unit={row} small />
      </span>
    ),
  }),
];

const idOf = ({ row }: Row) => row._id;
const nameOf = ({ row }: Row) => row.serialNumber;
const things = ["control unit", "control units"] as const;

const byTime = (a: RegisteredUnit, b: RegisteredUnit) => a.time.localeCompare(b.time) || a._id.localeCompare(b._id);

/** Control units that are registered, and whether they may connect (specification: Registered vending machines). */
export function Component() {
  const [load, send] = useAtom(registeredAtom);
  const list = useListState({});
  const rows = useMemo(() => mapLoad(load, (units) => numbered([...units].sort(byTime))), [load]);
  const bulk = useBulk({ list: "registered", rows: rows.data, rowId: idOf, nameOf, things, actions: unitActions });
  const units = load.data;
  const line = useMemo(() => {
    if (!units) return comingText(load, "registered units");
    const refused = units.filter(({ authorised }) => !authorised).length;
    const all = countText(units.length, "control unit");
    return refused > 0 ? `${all}, ${refused.toLocaleString("en-IN")} unauthorized` : all;
  }, [units, load]);
  return (
    <>
      <PageHead
        title="List Registered Vending Machine"
        line={line}
        action={
          <>
            <ButtonLink to={pathTo("registeredUnit", { serialNumber: "new" })}>Register by serial number</ButtonLink>
            <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
          </>
        }
      />
      <BulkTable
        bulk={bulk}
        label="Registered vending machines"
        columns={columns}
        of={rows}
        onRetry={() => send({ do: "retry" })}
        list={list}
        empty={
          <Empty
            title="No control unit is registered yet"
            action={<ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>}
          >
            A unit stands here once it is registered with its vending machine.
          </Empty>
        }
      />
    </>
  );
}
