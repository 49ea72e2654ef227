import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { readReportNews } from "#shared/reports/report.api.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import { isNews } from "#shared/reports/report-news.ts";
import { call } from "../../http/call.ts";
import { filtersOf, titleOf } from "../../records/report-words.ts";
import { reportsAtomOf } from "../../records/reports.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { dayTime } from "../../ui/times.ts";
import { paths } from "../paths.ts";

const mostShown = 8;
const endedLast = (one: Report, other: Report) => (other.endedAt ?? "").localeCompare(one.endedAt ?? "");

/** The operator's reports that have ended, the last one first. What is shown counts as read. */
export function ReportList({ operator, onGo }: { operator: string; onGo: () => void }) {
  const load = useAtomValue(useMemo(() => reportsAtomOf(operator), [operator]));
  const reports = "data" in load ? load.data : undefined;
  const shown = useMemo(() => {
    const ended = (reports ?? []).filter(({ state }) => state === "done" || state === "failed").toSorted(endedLast);
    return ended.filter((report, at) => at < mostShown || isNews(report));
  }, [reports]);
  // What was new when it was opened stays marked until it is closed.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const news = shown.filter(isNews).map(({ _id }) => _id);
    if (news.length === 0) return;
    setFresh((known) => new Set([...known, ...news]));
    void call(readReportNews, { body: { reports: news } }, { quiet: true });
  }, [shown]);

  if (shown.length === 0) return null;
  return (
    <>
      <h2 className="popover-title">Reports</h2>
      <ol className="log" aria-label="Reports">
        {shown.map((report) => (
          <li key={report._id} className={`log-row log-${report.state === "done" ? "success" : "danger"}`}>
            <span
              className={`pi ${report.state === "done" ? "pi-check-circle" : "pi-times-circle"}`}
              aria-hidden="true"
            />
            <span className="log-text">
              <Link to={paths.downloads} onClick={onGo}>
                {titleOf(report)} report {report.state === "done" ? "ready" : "failed"}
              </Link>
              {fresh.has(report._id) && <span className="news-new">New</span>}
              <span className="news-of muted">{filtersOf(report)}</span>
            </span>
            {report.endedAt && (
              <time className="figures muted" dateTime={report.endedAt}>
                {dayTime(Date.parse(report.endedAt))}
              </time>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
