import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Judged } from "../../live/judged.ts";
import { useBouncing } from "../../records/use-bouncing.ts";
import type { Numbered } from "../../ui/numbered.ts";
import { SignalBars } from "../../ui/SignalBars.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import type { Column } from "../../ui/table/column.ts";

export type StatusRow = Numbered<Judged<LiveStatusRow>>;

/** The status, and a sign beside it while locks of the machine bounce. */
function StatusCell({ row }: Pick<StatusRow, "row">) {
  const bounces = useBouncing(row.record.rattling);
  return (
    <>
      <StateChip state={row.status} />{" "}
      {bounces !== null && (
        <span className="chip chip-warn" title={bounces}>
          <span className="pi pi-exclamation-triangle" aria-hidden="true" />
          <span className="unseen">, {bounces}</span>
        </span>
      )}
    </>
  );
}

/** Named and ordered by specification: Live status. */
export const columns: Column<StatusRow>[] = [
  { id: "place", head: "SL NO.", kind: "number", width: 72, glows: false, value: ({ place }) => place },
  {
    id: "name",
    head: "Vending Machine",
    width: 150,
    onPhone: "title",
    value: ({ row }) => row.record.name,
    link: ({ row }) => pathTo("machine", { id: row.record._id }),
  },
  {
    id: "vendingMachineId",
    head: "Vending Machine Id",
    width: 152,
    value: ({ row }) => row.record.vendingMachineId,
    cell: ({ row }) => (
      <span className="mono" title={row.record.vendingMachineId}>
        {row.record.vendingMachineId}
      </span>
    ),
  },
  {
    id: "status",
    head: "Status",
    width: 120,
    filterable: false,
    onPhone: "side",
    value: ({ row }) => row.status,
    cell: ({ row }) => <StatusCell row={row} />,
  },
  {
    id: "lastSeenOnline",
    head: "Last Seen Online",
    kind: "time",
    width: 120,
    onPhone: "line",
    value: ({ row }) => row.record.lastSeenOnline,
  },
  {
    id: "strength",
    head: "Strength",
    kind: "number",
    width: 108,
    glows: false,
    value: ({ row }) => row.record.strength,
    cell: ({ row }) => <SignalBars dBm={row.record.strength} />,
  },
];

export const isOffline = ({ row }: StatusRow) => (row.status === "Offline" ? ("danger" as const) : undefined);
