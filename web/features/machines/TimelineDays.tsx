import { type RefObject, useCallback, useMemo } from "react";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import { clockTime, dayOnly, fullTime } from "../../ui/times.ts";
import { DoorWords } from "./HistoryWords.tsx";
import { byDay, timelineLines } from "./history-list.ts";
import { said, TimelineWords } from "./timeline-words.tsx";

interface TimelineDaysProps {
  entries: readonly TimelineEntry[];
  /** The moment of the alarm that a link led here from; empty for none. */
  at: string;
  /** The moment of the alarm that was brought into view already: other kinds do not move the list to it again. */
  seen: RefObject<string>;
}

/** Entries day by day; the alarm that the operator came from is marked and in view. */
export function TimelineDays({ entries, at, seen }: TimelineDaysProps) {
  const bringIntoView = useCallback(
    (line: HTMLElement | null) => {
      if (line === null || seen.current === at) return;
      seen.current = at;
      line.scrollIntoView({ block: "center" });
    },
    [at, seen],
  );
  const days = useMemo(() => byDay(timelineLines(entries), dayOnly), [entries]);
  return (
    <div className="history-days">
      {days.map(({ day, lines }) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ul>
            {lines.map(({ entry, doors }, place) => {
              const isHere = entry.kind === "alarm" && entry.at === at;
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: entries of one moment may be alike in all that is shown.
                  key={`${entry.at} ${place}`}
                  className={`history-line history-${entry.kind}${isHere ? " history-here" : ""}`}
                  aria-current={isHere || undefined}
                  ref={isHere ? bringIntoView : undefined}
                >
                  <time className="figures muted" dateTime={entry.at} title={fullTime(Date.parse(entry.at))}>
                    {clockTime(Date.parse(entry.at), true)}
                  </time>
                  <span className={`pi ${said(entry).sign} history-sign`} aria-hidden="true" />
                  <div className="history-words">
                    {doors.length > 1 ? <DoorWords doors={doors} /> : <TimelineWords entry={entry} />}
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
