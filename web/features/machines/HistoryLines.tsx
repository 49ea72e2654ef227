import { useMemo } from "react";
import type { HistoryEntry } from "#shared/machines/machine-history.schema.ts";
import { serverNow } from "../../state/server-clock.ts";
import { clockTime, dayOnly, fullTime } from "../../ui/times.ts";
import { CommandWords, ConnectionWords, DoorWords, GapWords, ProblemWords } from "./HistoryWords.tsx";
import { byDay, type HistoryLine, linesOf } from "./history-list.ts";

const signs: Record<HistoryEntry["kind"], string> = {
  connected: "pi-link",
  disconnected: "pi-times",
  problem: "pi-info-circle",
  gap: "pi-exclamation-triangle",
  command: "pi-send",
  door: "pi-lock",
};
const signOf = ({ entry }: HistoryLine): string =>
  entry.kind === "door" && !entry.isLocked ? "pi-lock-open" : signs[entry.kind];

function Words({ line }: { line: HistoryLine }) {
  const { entry } = line;
  if ("doors" in line) return <DoorWords doors={line.doors} />;
  if (entry.kind === "command") return <CommandWords entry={entry} />;
  if (entry.kind === "problem") return <ProblemWords entry={entry} />;
  if (entry.kind === "gap") return <GapWords entry={entry} />;
  if (entry.kind === "connected" || entry.kind === "disconnected") return <ConnectionWords entry={entry} />;
  return null;
}

function Line({ line }: { line: HistoryLine }) {
  const at = Date.parse(line.entry.at);
  return (
    <li className={`history-line history-${line.entry.kind}`}>
      <time className="figures muted" dateTime={line.entry.at} title={fullTime(at)}>
        {clockTime(at, true)}
      </time>
      <span className={`pi ${signOf(line)} history-sign`} aria-hidden="true" />
      <div className="history-words">
        <Words line={line} />
      </div>
    </li>
  );
}

/** What happened, day by day, the newest first. */
export function HistoryLines({ entries }: { entries: readonly HistoryEntry[] }) {
  const days = useMemo(() => byDay(linesOf(entries), dayOnly), [entries]);
  const today = dayOnly(serverNow());
  return (
    <div className="history-days">
      {days.map(({ day, lines }) => (
        <section key={day} aria-label={day}>
          <h3>
            {day === today ? "Today" : day}
            {day === today && <span className="muted"> {day}</span>}
          </h3>
          <ul>
            {lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
