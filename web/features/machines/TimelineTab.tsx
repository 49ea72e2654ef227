import "./history.css";
import { useMemo, useRef } from "react";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import { useAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { LineBones } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { serverDay } from "../../ui/day/server-day.ts";
import { later } from "../../ui/later.tsx";
import { useListState } from "../../ui/list-state.ts";
import { Empty, Loadable, Notice } from "../../ui/States.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { dayTime } from "../../ui/times.ts";
import { TimelineDays } from "./TimelineDays.tsx";
import { partOf, TimelineFilters, timelineOptions } from "./TimelineFilters.tsx";
import { timelineOf } from "./timeline.atoms.ts";
import { timelineCsv } from "./timeline-words.tsx";

const MessagesCard = later(() => import("./MessagesCard.tsx"));

/** All that happened at a machine in one list, its sales, changes and alarms included. */
export function TimelineTab({ machine: { _id, unit, vendingMachineId } }: { machine: Machine }) {
  const list = useListState(timelineOptions);
  const { at, messages } = list.filters;
  const { around, kinds, since, before } = partOf(list.filters);
  const seen = useRef("");
  const serialNumber = unit?.serialNumber ?? null;
  const { timelineAtom, older } = useMemo(
    () => timelineOf(_id, serialNumber, { kinds, since, before }),
    [_id, serialNumber, kinds, since, before],
  );
  const [load, send] = useAtom(timelineAtom);
  const loadOlder = async (before: string) => {
    const change = await older(before);
    if (change) send({ do: "update", change });
  };
  const save = (entries: readonly TimelineEntry[]) =>
    saveFile(`timeline-${vendingMachineId}-${serverDay()}.csv`, new Blob([timelineCsv(entries)], { type: "text/csv" }));
  const areMessagesShown = messages !== "";
  return (
    <div className="history">
      {areMessagesShown && <MessagesCard machine={_id} />}
      <Card
        title="Timeline"
        action={
          <div className="actions">
            <Button
              icon="pi-envelope"
              expanded={areMessagesShown}
              onClick={() => list.setFilter("messages", areMessagesShown ? "" : "shown")}
            >
              Messages
            </Button>
            <Button
              icon="pi-download"
              whyNot={load.data ? null : "Nothing is shown yet"}
              onClick={() => save(load.data?.entries ?? [])}
            >
              Export CSV
            </Button>
          </div>
        }
      >
        <TimelineFilters list={list} />
        {around !== "" && (
          <Notice
            icon="pi-bell"
            isMild
            action={<Button onClick={() => list.setFilter("at", "")}>Show the latest</Button>}
          >
            Up to ten minutes after the alarm of {dayTime(Date.parse(at))}.
          </Notice>
        )}
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
                <Empty
                  title={
                    kinds || since || before
                      ? "Nothing of this kind has happened at this machine"
                      : "Nothing has happened at this machine"
                  }
                  icon="pi-history"
                />
              ) : (
                <TimelineDays entries={entries} at={at} seen={seen} />
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
