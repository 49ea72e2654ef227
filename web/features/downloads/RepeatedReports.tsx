import { useMemo } from "react";
import { repetitionWords } from "#shared/reports/schedule.rules.ts";
import type { ReportSchedule } from "#shared/reports/schedule.schema.ts";
import { filtersOf, titleOf } from "../../records/report-words.ts";
import { useAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { endSchedule, schedulesAtomOf } from "./reports.atoms.ts";
import { WrappedTime } from "./WrappedTime.tsx";

function EndAction({ schedule }: { schedule: ReportSchedule }) {
  return (
    <ActionButton small action={() => endSchedule(schedule._id)}>
      End <span className="unseen">{`${titleOf(schedule)}, ${repetitionWords(schedule.repetition)}`}</span>
    </ActionButton>
  );
}

const moment = (at: string | null) => (at === null ? "–" : <WrappedTime at={at} />);

const columns: Column<ReportSchedule>[] = [
  { id: "report", head: "Report", width: 104, onPhone: "field", value: titleOf },
  {
    id: "filters",
    head: "Range",
    width: 200,
    onPhone: "whole",
    value: filtersOf,
    cell: (schedule) => <span className="report-wraps">{filtersOf(schedule)}</span>,
  },
  {
    id: "repetition",
    head: "Repeated",
    width: 180,
    onPhone: "field",
    value: ({ repetition }) => repetitionWords(repetition),
    cell: ({ repetition }) => <span className="report-wraps">{repetitionWords(repetition)}</span>,
  },
  { id: "format", head: "Format", kind: "choice", width: 84, value: ({ format }) => format, hidden: true },
  {
    id: "nextAt",
    head: "Next",
    kind: "time",
    width: 160,
    glows: false,
    onPhone: "field",
    value: ({ nextAt }) => nextAt,
    cell: ({ nextAt }) => moment(nextAt),
  },
  {
    id: "lastAt",
    head: "Last",
    kind: "time",
    width: 160,
    glows: false,
    value: ({ lastAt }) => lastAt,
    cell: ({ lastAt }) => moment(lastAt),
  },
  actionColumn({ id: "end", head: "End", width: 90, onPhone: "field", cell: (one) => <EndAction schedule={one} /> }),
];

/** What is made by itself for this operator, until they end it. */
export function RepeatedReports({ operator }: { operator: string }) {
  const [schedules, send] = useAtom(useMemo(() => schedulesAtomOf(operator), [operator]));
  return (
    <TableCard
      title="Repeated reports"
      columns={columns}
      of={schedules}
      onRetry={() => send({ do: "retry" })}
      things={["repeated report", "repeated reports"]}
      empty={
        <Empty title="Nothing is repeated" icon="pi-replay">
          Press Repeat beside a report above to get it each day, week or month.
        </Empty>
      }
    />
  );
}
