import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { readReportNews } from "#shared/reports/report.api.ts";
import { isNews } from "#shared/reports/report-news.ts";
import { call } from "../../http/call.ts";
import { reportsAtomOf } from "../../records/reports.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { rowOfEvent, rowOfReport } from "./event-words.tsx";
import { networkEventsAtom } from "./network-events.atoms.ts";
import { isUnread, readUntilAtom } from "./read-until.atoms.ts";

/** What happened, and the operator's reports that have ended, the newest first. */
const useFeed = (operator: string) => {
  const { data: events, state } = useAtomValue(networkEventsAtom);
  const { data: reports } = useAtomValue(useMemo(() => reportsAtomOf(operator), [operator]));
  const now = useAtomValue(nowAtom);
  // Drawn anew once a minute, not each second.
  const minute = Math.floor(now / 60_000);
  const ended = useMemo(() => (reports ?? []).filter(({ state }) => state === "done" || state === "failed"), [reports]);
  const rows = useMemo(
    () =>
      [...(events ?? []).map((event) => rowOfEvent(event, (minute + 1) * 60_000)), ...ended.map(rowOfReport)].toSorted(
        (one, other) => other.at.localeCompare(one.at),
      ),
    [events, ended, minute],
  );
  return { events, ended, rows, isLoading: state === "loading" && !events, hasFailed: state === "failed" };
};

/** The feed of the network. What is shown counts as read, and stays marked as new until the bell is closed. */
export function EventFeed({ operator, onGo }: { operator: string; onGo: () => void }) {
  const { events, ended, rows, isLoading, hasFailed } = useFeed(operator);
  const [readUntilOf, setReadUntil] = useAtom(readUntilAtom);
  const [before] = useState(() => readUntilOf(operator));
  const [freshReports, setFreshReports] = useState<ReadonlySet<string>>(new Set());
  const newest = events?.[0]?.at;
  useEffect(() => {
    if (newest !== undefined && isUnread({ at: newest }, readUntilOf(operator))) setReadUntil(operator, newest);
  }, [newest, operator, readUntilOf, setReadUntil]);
  useEffect(() => {
    const news = ended.filter(isNews).map(({ _id }) => _id);
    if (news.length === 0) return;
    setFreshReports((known) => new Set([...known, ...news.map((id) => `report ${id}`)]));
    void call(readReportNews, { body: { reports: news } }, { quiet: true });
  }, [ended]);

  const isNew = ({ key, at }: { key: string; at: string }) =>
    key.startsWith("report ") ? freshReports.has(key) : isUnread({ at }, before);
  if (rows.length === 0) {
    const words = isLoading ? "Loading what happened" : "Nothing has happened in the last three days.";
    return <p className="log-empty muted">{hasFailed ? "What happened could not be loaded." : words}</p>;
  }
  return (
    <ol className="log feed" aria-label="What happened">
      {rows.map((row) => (
        <li key={row.key} className={`log-row feed-row log-${row.tone}`}>
          <span className={`pi ${row.icon}`} aria-hidden="true" />
          <span className="log-text">
            {row.title}
            {isNew(row) && <span className="news-new">New</span>}
            <span className="news-of muted">{row.line}</span>
          </span>
          <Link className="button button-quiet button-small" to={row.action.to} onClick={onGo}>
            {row.action.words}
          </Link>
        </li>
      ))}
    </ol>
  );
}
