import { useId, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { isAside } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { kindOf } from "#shared/alarms/alarm-kinds.ts";
import { pathTo } from "../../app/paths.ts";
import { CaseHead, Key } from "../../recipes/queue/CaseHead.tsx";
import NotSold from "../../records/NotSold.tsx";
import { atom, useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { OwnForm } from "../../ui/form/OwnForm.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useUnsaved } from "../../ui/form/use-unsaved.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { dayMoment } from "../../ui/times.ts";
import { AlarmHistory } from "./AlarmHistory.tsx";
import { alarmOf } from "./alarm-case.atoms.ts";
import { placeOf, severityLooks } from "./alarm-words.ts";
import { ClearDialog } from "./ClearDialog.tsx";
import { SnoozeDialog } from "./SnoozeDialog.tsx";
import { useAlarmActions } from "./use-alarm-actions.ts";

/** Who has it, and until when it is put aside. */
function Standing({ alarm, now }: { alarm: Alarm; now: number }) {
  const { severity, assignee, seenBy, snoozedUntil, quietUntil } = alarm;
  const aside = (until: string, words: string) =>
    Date.parse(until) > now && <Chip tone="quiet" icon="pi-clock" word={`${words} ${dayMoment(Date.parse(until))}`} />;
  return (
    <>
      <Chip {...severityLooks[severity]} />
      {assignee && <Chip tone="quiet" icon="pi-user" word={assignee.name || "Assigned"} />}
      {!assignee && seenBy && <Chip tone="quiet" icon="pi-check" word={`Acknowledged by ${seenBy.name}`} />}
      {snoozedUntil && aside(snoozedUntil, "Snoozed until")}
      {quietUntil && aside(quietUntil, "Under work until")}
    </>
  );
}

function Members({ alarm: { members, memberCount } }: { alarm: Alarm }) {
  if (memberCount === 0) return null;
  return (
    <Card title={countText(memberCount, "machine")}>
      <ul className="alarm-members">
        {members.map(({ _id, name }) => (
          <li key={_id}>
            <Link to={pathTo("machine", { id: _id })}>{name}</Link>
          </li>
        ))}
      </ul>
      {memberCount > members.length && <p className="muted">The first {members.length} are listed.</p>}
    </Card>
  );
}

/** What to do, when it clears, and what an offline machine does not sell meanwhile. */
function FirstSteps({ alarm: { kind, machine, state } }: { alarm: Alarm }) {
  const { first, clears } = kindOf(kind);
  return (
    <Card title="What to do first">
      <p>{first}.</p>
      <p className="muted">It clears when {clears}.</p>
      {kind === "machine-offline" && machine && state === "open" && (
        <p className="alarm-not-sold">
          <NotSold machine={machine} isShort before="By its usual sales about " />
        </p>
      )}
    </Card>
  );
}

function CommentForm({ isSending, send }: { isSending: boolean; send: (text: string) => Promise<unknown> }) {
  const [text, setText] = useState("");
  const id = useId();
  useUnsaved("Comment", text.trim() !== "");
  const submit = async () => {
    if (text.trim() !== "" && (await send(text))) setText("");
  };
  return (
    <OwnForm className="alarm-comment" onSubmit={submit} aria-label="Comment">
      <TextField id={id} name="comment" label="Comment" value={text} onChange={setText} rows={2} maxLength={1000} />
      <Button type="submit" working={isSending} whyNot={text.trim() === "" ? "Write the comment first" : null}>
        Add comment
      </Button>
    </OwnForm>
  );
}

interface AlarmCaseProps {
  alarm: Alarm;
  /** It has left the list: what becomes of it is followed here. */
  isHeld?: boolean;
  onNext: () => void;
}

/** One alarm: what is wrong, since when, what to do first, who has it, and what was done about it. */
export function AlarmCase({ alarm: listed, isHeld = false, onNext }: AlarmCaseProps) {
  const heldAtom = useMemo(() => (isHeld ? alarmOf(listed._id) : atom(null)), [isHeld, listed._id]);
  const alarm = useAtomValue<Load<Alarm> | null>(heldAtom)?.data ?? listed;
  const navigate = useNavigate();
  const now = useAtomValue(nowAtom);
  const { doing, isMine, assign, acknowledge, snooze, comment, clear } = useAlarmActions(alarm);
  const [isSnoozing, setSnoozing] = useState(false);
  /** As it was when Clear was pressed. */
  const [clearing, setClearing] = useState<Alarm | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const { action, isEvent } = kindOf(alarm.kind);
  const isSnoozed = isAside({ ...alarm, quietUntil: null }, now);
  return (
    <>
      <CaseHead
        title={alarm.machine ? <Link to={pathTo("machine", { id: alarm.machine })}>{alarm.words}</Link> : alarm.words}
        line={
          <>
            Since {dayMoment(Date.parse(alarm.startedAt))} (<RelativeTime at={alarm.startedAt} />)
            {alarm.count > 1 && `, ${alarm.count} times`}
          </>
        }
        chips={<Standing alarm={alarm} now={now} />}
        onNext={onNext}
      >
        <Button kind="primary" icon="pi-arrow-right" onClick={() => void navigate(placeOf(alarm))}>
          {action} <Key of="O" />
        </Button>
        <Button icon="pi-user" working={doing === "assign"} onClick={() => void assign()}>
          {isMine ? "Give back" : "Assign to me"} <Key of="A" />
        </Button>
        <Button
          icon="pi-check"
          working={doing === "acknowledge"}
          whyNot={alarm.seenBy ? "It is acknowledged already" : null}
          onClick={() => void acknowledge()}
        >
          Acknowledge <Key of="E" />
        </Button>
        <Button
          icon="pi-clock"
          working={doing === "snooze"}
          onClick={() => (isSnoozed ? void snooze(null) : setSnoozing(true))}
        >
          {isSnoozed ? "Take up again" : "Snooze"} <Key of="S" />
        </Button>
        {isEvent && (
          <Button icon="pi-check-circle" working={doing === "clear"} onClick={() => setClearing(alarm)}>
            Clear <Key of="D" />
          </Button>
        )}
        <Button icon="pi-comment" onClick={() => field.current?.querySelector("textarea")?.focus()}>
          Comment <Key of="C" />
        </Button>
      </CaseHead>
      <FirstSteps alarm={alarm} />
      <Members alarm={alarm} />
      <AlarmHistory alarm={alarm}>
        <div ref={field}>
          <CommentForm isSending={doing === "comment"} send={comment} />
        </div>
      </AlarmHistory>
      {clearing && (
        <ClearDialog
          words={clearing.words}
          onClose={() => setClearing(null)}
          clear={(reason) => clear(reason, clearing)}
        />
      )}
      {isSnoozing && <SnoozeDialog onClose={() => setSnoozing(false)} onChoose={(until) => void snooze(until)} />}
    </>
  );
}
