import type { Report } from "#shared/reports/report.schema.ts";
import { sizeOf } from "#shared/sheets/size-words.ts";
import { filtersOf, stateOf, titleOf, tookMs } from "../../records/report-words.ts";
import { Progress } from "../../ui/Progress.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { lengthOf } from "../../ui/times.ts";
import { ReportActions } from "./ReportActions.tsx";
import { WrappedTime } from "./WrappedTime.tsx";

/** How far it is, or how it ended. */
function State(report: Report) {
  const { state, progress, error } = report;
  if (state === "running")
    return (
      <span className="report-progress">
        <Progress label={`${titleOf(report)} report`} done={progress / 100} />
        <span className="figures">{progress} %</span>
      </span>
    );
  if (state === "done") return <Chip tone="ok" icon="pi-circle-fill" calm="dot" word="Done" />;
  if (state === "failed")
    return (
      <>
        <Chip tone="danger" icon="pi-exclamation-triangle" word="Failed" />
        <span className="report-error">{error}</span>
      </>
    );
  return <Chip tone="quiet" icon={state === "waiting" ? "pi-clock" : "pi-times"} word={stateOf(report)} />;
}

/** No line breaks within a day. */
const withWholeDays = (text: string) => text.replace(/(\d+) (\p{L}{3}) (\d{4})/gu, "$1\u00a0$2\u00a0$3");

export const reportColumns: Column<Report>[] = [
  { id: "report", head: "Report", width: 104, onPhone: "field", value: titleOf },
  {
    id: "filters",
    head: "Range",
    width: 216,
    onPhone: "whole",
    value: filtersOf,
    cell: (report) => <span className="report-wraps">{withWholeDays(filtersOf(report))}</span>,
  },
  { id: "format", head: "Format", kind: "choice", width: 84, value: ({ format }) => format, hidden: true },
  {
    id: "state",
    head: "State",
    width: 196,
    glows: false,
    onPhone: "field",
    value: stateOf,
    cell: State,
  },
  {
    id: "rows",
    head: "Rows",
    kind: "number",
    width: 74,
    wide: true,
    glows: false,
    onPhone: "field",
    value: ({ rows }) => rows,
  },
  {
    id: "bytes",
    head: "Size",
    kind: "number",
    width: 84,
    wide: true,
    glows: false,
    onPhone: "field",
    value: ({ bytes }) => bytes || null,
    cell: ({ bytes }) => (bytes === 0 ? "–" : sizeOf(bytes)),
  },
  {
    id: "askedAt",
    head: "Requested",
    kind: "time",
    width: 112,
    onPhone: "field",
    value: ({ askedAt }) => askedAt,
    cell: ({ askedAt }) => <WrappedTime at={askedAt} />,
  },
  {
    id: "took",
    head: "Duration",
    kind: "number",
    width: 80,
    wide: true,
    glows: false,
    value: tookMs,
    cell: (report) => {
      const ms = tookMs(report);
      return ms === null ? "–" : lengthOf(Math.max(1_000, ms));
    },
  },
  actionColumn({
    id: "actions",
    head: "File",
    width: 270,
    onPhone: "whole",
    saysItself: true,
    cell: (report) => <ReportActions report={report} />,
  }),
];
