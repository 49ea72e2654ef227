import "./history.css";
import { useMemo } from "react";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { TimelineEntry, TimelineKind } from "#shared/machines/machine-timeline.schema.ts";
import { useAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { LineBones } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useListState } from "../../ui/list-state.ts";
import { Empty, Loadable, Notice } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { clockTime, dayInName, dayOnly, fullTime } from "../../ui/times.ts";
import { byDay } from "./history-list.ts";
import { timelineOf } from "./timeline.atoms.ts";
import { said, TimelineWords, timelineCsv } from "./timeline-words.tsx";

const kinds = {
  All: undefined,
  Connections: "connection",
  Doors: "door",
  Commands: "command",
  Orders: "order",
  Cans: "vend",
  Stock: "stock",
  Changes: "change",
  Alarms: "alarm",
  Temperature: "temperature",
  Problems: "problem",
} as const satisfies Record<string, TimelineKind | undefined>;
type Shown = keyof typeof kinds;
const names = Object.keys(kinds) as Shown[];
const options = { filters: { tab: "", kind: "All" as string }, choices: { kind: names } };

function Days({ entries }: { entries: readonly TimelineEntry[] }) {
  const days = useMemo(
    () =>
      byDay(
        entries.map((entry) => ({ entry })),
        dayOnly,
      ),
    [entries],
  );
  return (
    <div className="history-days">
      {days.map(({ day, lines }) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ul>
            {lines.map(({ entry }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of one moment may be alike in all that is shown.
              <li key={`${entry.at} ${at}`} className={`history-line history-${entry.kind}`}>
                <time className="figures muted" dateTime={entry.at} title={fullTime(Date.parse(entry.at))}>
                  {clockTime(Date.parse(entry.at), true)}
                </time>
                <span className={`pi ${said(entry).sign} history-sign`} aria-hidden="true" />
                <div className="history-words">
                  <TimelineWords entry={entry} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** All that happened at a machine in one list, its sales, changes and alarms included. */
export function TimelineTab({ machine: { _id, unit, vendingMachineId } }: { machine: Machine }) {
  const list = useListState(options);
  const shown = list.filters.kind as Shown;
  const kind = kinds[shown];
  const serialNumber = unit?.serialNumber ?? null;
  const { timelineAtom, older } = useMemo(() => timelineOf(_id, serialNumber, kind), [_id, serialNumber, kind]);
  const [load, send] = useAtom(timelineAtom);
  const loadOlder = async (before: string) => {
    const change = await older(before);
    if (change) send({ do: "update", change });
  };
  const save = (entries: readonly TimelineEntry[]) =>
    saveFile(`timeline-${vendingMachineId}-${dayInName()}.csv`, new Blob([timelineCsv(entries)], { type: "text/csv" }));
  return (
    <div className="history">
      <Card
        title="Timeline"
        action={
          <Button
            icon="pi-download"
            whyNot={load.data ? null : "Nothing is shown yet"}
            onClick={() => save(load.data?.entries ?? [])}
          >
            Export CSV
          </Button>
        }
      >
        <SwitchRow label="Kind" options={names} value={shown} onChange={(kind) => list.setFilter("kind", kind)} />
        <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LineBones />}>
          {({ entries, next, isOld }) => (
            <>
              {isOld && (
                <Notice
                  icon="pi-refresh"
                  isMild
                  action={<Button onClick={() => send({ do: "retry" })}>Show it</Button>}
                >
                  Something new has happened.
                </Notice>
              )}
              {entries.length === 0 && next === null ? (
                <Empty title="Nothing of this kind has happened at this machine" icon="pi-history" />
              ) : (
                <Days entries={entries} />
              )}
              {next && (
                <div className="history-more">
                  <ActionButton action={() => loadOlder(next)}>Load more</ActionButton>
                </div>
              )}
            </>
          )}
        </Loadable>
      </Card>
    </div>
  );
}
