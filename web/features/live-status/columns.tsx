import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { pathTo } from "../../app/paths.ts";
import type { Judged } from "../../live/judged.ts";
import type { RiskOf } from "../../records/at-risk.atoms.ts";
import { notSold } from "../../records/MostAtRisk.tsx";
import NotSold, { notSoldWords, wholeRupees } from "../../records/NotSold.tsx";
import UnderWork from "../../records/UnderWork.tsx";
import { useBouncing } from "../../records/use-bouncing.ts";
import type { Numbered } from "../../ui/numbered.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { dBmText, SignalBars } from "../../ui/SignalBars.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { LastHoursCell } from "./LastHoursCell.tsx";
import { RowActions, RowMenu } from "./RowActions.tsx";

export type StatusRow = Numbered<Judged<LiveStatusRow>>;

/** The status, and a sign beside it while locks of the machine bounce. */
function StatusCell({ row }: Pick<StatusRow, "row">) {
  const bounces = useBouncing(row.record.rattling);
  return (
    <>
      <StateChip state={row.status} /> <UnderWork work={row.record.work} isSmall />
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
const specified: Column<StatusRow>[] = [
  { id: "place", head: "SL NO.", kind: "number", width: 62, glows: false, value: ({ place }) => place },
  {
    id: "name",
    head: "Vending Machine",
    width: 212,
    onPhone: "title",
    value: ({ row }) => row.record.name,
    link: ({ row }) => pathTo("machine", { id: row.record._id }),
  },
  {
    id: "vendingMachineId",
    head: "Vending Machine Id",
    width: 116,
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
    width: 104,
    glows: false,
    value: ({ row }) => row.record.strength,
    cell: ({ row }) => <SignalBars dBm={row.record.strength} />,
  },
];

const lastHours = ({ row }: StatusRow) => <LastHoursCell machineId={row.record._id} status={row.status} />;

const ofRow = ({ row: { record } }: StatusRow) => ({
  name: record.name,
  vendingMachineId: record.vendingMachineId,
  hasUnit: record.serialNumber !== null,
});
const actions = actionColumn<StatusRow>({
  id: "actions",
  head: "Actions",
  width: 108,
  cell: (status) => <RowActions {...ofRow(status)} />,
});

const riskAt = (riskOf: RiskOf, { row }: StatusRow) =>
  row.status === "Offline" ? riskOf.get(row.record._id) : undefined;

/** What each offline machine usually sells in the time since it was heard; ordered by it, the most at risk is first. */
const notSoldColumn = (riskOf: RiskOf): Column<StatusRow> => ({
  id: notSold,
  head: "Not sold",
  kind: "number",
  width: 88,
  wide: true,
  glows: false,
  value: (status) => riskAt(riskOf, status)?.amount ?? null,
  cell: (status) => {
    const risk = riskAt(riskOf, status);
    return risk ? <span title={notSoldWords(risk)}>{wholeRupees(risk.amount)}</span> : "–";
  },
});

/** The columns behind: what is not sold, the last 24 hours and the actions. */
const wideColumns = (riskOf: RiskOf): Column<StatusRow>[] => [
  ...specified,
  notSoldColumn(riskOf),
  {
    id: "lastHours",
    head: "Last 24 hours",
    width: 160,
    narrow: 160,
    sortable: false,
    filterable: false,
    glows: false,
    value: () => null,
    cell: lastHours,
  },
  actions,
];

/** What has to be narrower or to say more, where columns beside each other have no room. */
const narrow: Record<string, Partial<Column<StatusRow>>> = {
  place: { width: 44 },
  name: {
    width: 108,
    narrow: 120,
    cell: ({ row: { record } }) => (
      <span className="live-name" title={record.name}>
        {record.name}
      </span>
    ),
  },
  vendingMachineId: { width: 112, narrow: 108 },
  lastSeenOnline: {
    width: 96,
    cell: (status) => (
      <span className="last-seen">
        <span>
          <RelativeTime at={status.row.record.lastSeenOnline} />
          {status.row.status === "Offline" && (
            <span className="on-phone">
              <NotSold machine={status.row.record._id} isShort before=" · " />
            </span>
          )}
        </span>
        {lastHours(status)}
      </span>
    ),
  },
  status: {
    width: 122,
    narrow: 126,
    phone: (status) => (
      <span className="row-side">
        <StatusCell row={status.row} />
        <RowMenu {...ofRow(status)} />
      </span>
    ),
  },
  strength: {
    width: 84,
    cell: ({ row: { record } }) => (record.strength === null ? "–" : dBmText(record.strength)),
  },
};

/** The hours stand beneath the time that the machine was last seen, the strength without its bars. */
const narrowColumns = (riskOf: RiskOf): Column<StatusRow>[] => [
  ...specified.map((column): Column<StatusRow> => ({ ...column, ...narrow[column.id] })),
  notSoldColumn(riskOf),
  actions,
];

export const columnsOf = (riskOf: RiskOf, isNarrow: boolean): Column<StatusRow>[] =>
  isNarrow ? narrowColumns(riskOf) : wideColumns(riskOf);

export const isOffline = ({ row }: StatusRow) => (row.status === "Offline" ? ("danger" as const) : undefined);
