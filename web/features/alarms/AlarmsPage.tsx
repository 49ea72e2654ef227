import "./alarms.css";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { isAside, needsSomebody } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { GoneNotice } from "../../recipes/queue/GoneCase.tsx";
import { WorkQueue } from "../../recipes/queue/WorkQueue.tsx";
import { alarmsAtom, moreAlarmsAtom } from "../../records/alarms.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText, groupedText } from "../../ui/count-text.ts";
import { later } from "../../ui/later.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { idOf } from "../../ui/table/column.ts";
import { AlarmCase } from "./AlarmCase.tsx";
import { AlarmList, CalmSince, ClearedAlarms } from "./AlarmList.tsx";
import { severityLooks } from "./alarm-words.ts";
import { ClearedCase } from "./ClearedCase.tsx";

const RulesTab = later(() => import("./RulesTab.tsx"));

const views = ["all", "nobodys", "mine", "list", "cleared", "rules"] as const;
type View = (typeof views)[number];
/** Those that are worked through one by one. */
type Queued = Exclude<View, "list" | "cleared" | "rules">;
const tabs = [
  { id: "all", words: "All" },
  { id: "nobodys", words: "Unassigned" },
  { id: "mine", words: "Mine" },
  { id: "list", words: "Select several" },
  { id: "cleared", words: "Cleared" },
  { id: "rules", words: "Rules" },
] as const;
const noneOf: Record<Queued, string> = {
  all: "Nothing is wrong",
  nobodys: "Every alarm is assigned",
  mine: "No alarm is assigned to you",
};

/** The same where more alarms are open than are listed. */
const noneOfWorst: Record<Queued, string> = {
  all: "None of the worst alarms is open any more",
  nobodys: "None of the worst alarms is unassigned",
  mine: "None of the worst alarms is assigned to you",
};

const isIn = (view: Queued, operator: string | undefined) => (alarm: Alarm) => {
  if (view === "mine") return alarm.assignee !== null && alarm.assignee._id === operator;
  return view === "all" || alarm.assignee === null;
};

const noteOf = ({ assignee, seenBy }: Alarm) => (assignee ?? seenBy)?.name;

/** The severities have a head each, and so has what is put aside, which stands behind the rest. */
const groupOf = (now: number) => (alarm: Alarm) => {
  const word = isAside(alarm, now) ? "Snoozed or under work" : severityLooks[alarm.severity].word;
  return {
    id: word,
    head: (count: number) => (
      <>
        <b>{word}</b>, {groupedText(count)}
      </>
    ),
  };
};

/** What is put aside stands behind the rest. */
const inOrder = (alarms: readonly Alarm[], now: number) =>
  alarms.toSorted((a, b) => Number(isAside(a, now)) - Number(isAside(b, now)));

const isUndecided = () => "Notification" in window && Notification.permission === "default";

/** Asks once whether this browser may notify; nothing where that is decided. */
function NotifyButton() {
  const [isShown, setShown] = useState(isUndecided);
  if (!isShown) return null;
  return (
    <Button icon="pi-bell" onClick={() => void Notification.requestPermission().then(() => setShown(isUndecided()))}>
      Notify me in this browser
    </Button>
  );
}

/** An alarm that a link names, as a message about it does: of another view, or cleared. */
const goneOf = (all: readonly Alarm[], isCut: boolean) => (id: string, isHeld: boolean) => {
  if (all.some((alarm) => alarm._id === id))
    return (
      <GoneNotice>
        This alarm is open: see <Link to={`?case=${id}`}>All</Link>.
      </GoneNotice>
    );
  if (!isHeld) return <ClearedCase key={id} id={id} />;
  return (
    <GoneNotice>
      {isCut ? "This alarm has cleared, or is no longer among the worst." : "This alarm has cleared."}
    </GoneNotice>
  );
};

interface QueueProps {
  all: readonly Alarm[];
  /** More are open than `all`. */
  isCut: boolean;
  view: Queued;
  now: number;
}

function Queue({ all, isCut, view, now }: QueueProps) {
  const operator = useAtomValue(operatorAtom);
  return (
    <WorkQueue
      label="Open alarms"
      cases={inOrder(all.filter(isIn(view, operator?._id)), now)}
      goneOf={goneOf(all, isCut)}
      idOf={idOf}
      groupOf={groupOf(now)}
      rowOf={(alarm) => ({
        title: (
          <>
            <span
              className={`pi ${severityLooks[alarm.severity].icon} alarm-sign alarm-sign-${alarm.severity}`}
              role="img"
              aria-label={severityLooks[alarm.severity].word}
            />{" "}
            {alarm.words}
          </>
        ),
        line: [noteOf(alarm), alarm.count > 1 && `${alarm.count} times`].filter(Boolean).join(" · "),
        note: <RelativeTime at={alarm.startedAt} />,
      })}
      empty={
        <Empty title={(isCut ? noneOfWorst : noneOf)[view]} icon={isCut ? "pi-bell" : "pi-check-circle"}>
          {isCut && `More alarms are open than the worst ${groupedText(all.length)}, which are listed.`}
          {!isCut && view === "all" && <CalmSince />}
          {!isCut && view !== "all" && "Problems with machines, sales or the console stay here until they clear."}
        </Empty>
      }
    >
      {(alarm, next, isHeld) => <AlarmCase alarm={alarm} isHeld={isHeld} onNext={next} />}
    </WorkQueue>
  );
}

const lineOf = (alarms: readonly Alarm[], isCut: boolean, now: number): string => {
  const waiting = alarms.filter((alarm) => needsSomebody(alarm, now)).length;
  const shown = isCut ? `The ${groupedText(alarms.length)} worst alarms` : countText(alarms.length, "alarm");
  return `${shown}, ${waiting === 0 ? "all acknowledged" : `${waiting} not acknowledged`}`;
};

/** What is wrong now, the worst and oldest first: who has it, and what to do about it. */
export function Component() {
  const [params] = useSearchParams();
  const view = views.find((one) => one === params.get("view")) ?? "all";
  const now = useAtomValue(nowAtom);
  const [load, send] = useAtom(alarmsAtom);
  const isCut = useAtomValue(moreAlarmsAtom);
  return (
    <>
      <PageHead
        title="Alarms"
        line={load.data ? lineOf(load.data, isCut, now) : comingText(load, "alarms")}
        action={<NotifyButton />}
      />
      <Tabs label="Alarms" name="view" tabs={tabs} present={view} />
      {view === "list" && <AlarmList />}
      {view === "cleared" && <ClearedAlarms />}
      {view === "rules" && <RulesTab />}
      {view !== "list" && view !== "cleared" && view !== "rules" && (
        <Loadable of={load} onRetry={() => send({ do: "retry" })}>
          {(all) => <Queue key={view} all={all} isCut={isCut} view={view} now={now} />}
        </Loadable>
      )}
    </>
  );
}
