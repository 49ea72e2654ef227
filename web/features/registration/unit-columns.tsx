import type { ReactNode } from "react";
import type { RegisteredUnit } from "#shared/registration/registration.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Numbered } from "../../ui/numbered.ts";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { dayOnly, fullTime } from "../../ui/times.ts";
import { DeleteUnit, PermissionToggle } from "./UnitActions.tsx";
import { keyColumn, SerialNumberCell } from "./UnitKey.tsx";

const permissionOf = ({ row }: Numbered<RegisteredUnit>) => (row.authorised ? "Authorized" : "Unauthorized");

/** Named and ordered by specification: Registered vending machines. `Name` shows a unit's machine. */
export const unitColumns = <Unit extends RegisteredUnit>(
  Name: (props: { unit: Unit }) => ReactNode,
): Column<Numbered<Unit>>[] => [
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
    cell: ({ row }) => <Name unit={row} />,
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
    narrow: 120,
    onPhone: "side",
    value: permissionOf,
    as: "state",
  },
  { ...keyColumn<Numbered<Unit>>(({ row }) => row), wide: true },
  actionColumn<Numbered<Unit>>({
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
