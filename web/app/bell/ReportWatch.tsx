import { useEffect, useMemo, useRef } from "react";
import type { Report } from "#shared/reports/report.schema.ts";
import { isNews } from "#shared/reports/report-news.ts";
import { reportsAtomOf } from "../../records/reports.atoms.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { unreadReportsAtom } from "../../state/report-news.atoms.ts";

const saidMs = 5_000;

/** Counts for the bell, on every page, which of the operator's reports have ended, and says so when one does. */
export function ReportWatch({ operator }: { operator: string }) {
  const load = useAtomValue(useMemo(() => reportsAtomOf(operator), [operator]));
  const setUnread = useSetAtom(unreadReportsAtom);
  const addAlert = useSetAtom(addAlertAtom);
  /** Unread reports so far; null until the first load, which is counted, not announced. */
  const known = useRef<ReadonlySet<string> | null>(null);
  const reports = "data" in load ? load.data : undefined;

  useEffect(() => {
    if (!reports) return;
    const news = reports.filter(isNews);
    setUnread(news.length);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...news.map(({ _id }) => _id)]);
    if (!before) return;
    for (const report of news) if (!before.has(report._id)) addAlert(alertOf(report));
  }, [reports, setUnread, addAlert]);
  useEffect(() => () => setUnread(0), [setUnread]);
  return null;
}

/** Without the names of lists, which every page would have to load. */
const alertOf = ({ state, reportType }: Report) => {
  const what = reportType ? `The ${reportType} report` : "The export";
  if (state === "failed") return { kind: "danger" as const, text: `${what} failed`, ms: saidMs };
  return { kind: "info" as const, text: `${what} is ready: open Downloads`, ms: saidMs };
};
