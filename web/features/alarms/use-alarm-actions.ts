import { alarmRecord } from "#shared/alarms/alarm.record.ts";
import { isAside } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { changeAlarm, clearAlarm, commentAlarm } from "#shared/alarms/alarm-work.api.ts";
import type { AlarmChange } from "#shared/alarms/alarm-work.schema.ts";
import { call } from "../../http/call.ts";
import { saveEdit } from "../../http/save-edit.ts";
import { afterReply, alarmsAtom } from "../../records/alarms.atoms.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { serverNow } from "../../state/server-clock.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { momentText } from "../../ui/times.ts";
import { useAction } from "../../ui/use-action.ts";

type Change = Omit<AlarmChange, "rev">;
interface Undo {
  words: string;
  before: Change;
}

/** Two operators who do the same are no conflict, so it is made on the alarm as it is: the later one stands. */
export const changeTo = ({ _id, rev }: Alarm, body: Change, quiet = false) =>
  saveEdit({
    endpoint: changeAlarm,
    record: alarmRecord,
    input: () => ({ params: { id: _id }, body }),
    rev,
    isUntouched: () => false,
    quiet,
  });

/** What an operator makes of an alarm. */
export function useAlarmActions(alarm: Alarm) {
  const operator = useAtomValue(operatorAtom);
  const send = useSetAtom(alarmsAtom);
  const { doing, during } = useAction<"assign" | "acknowledge" | "snooze" | "comment" | "clear">();
  const known = (incoming: Alarm) => send({ do: "update", change: (all) => afterReply(all, incoming) });
  const addAlert = useSetAtom(addAlertAtom);
  const store = async (to: Change) => {
    const edited = await changeTo(alarm, to);
    if (edited.is === "saved" || edited.is === "stale") known(edited.record);
    return edited.is === "saved";
  };
  /** `words` say that it was done; to `before` it goes back. */
  const change = (name: "assign" | "acknowledge" | "snooze", to: Change, { words, before }: Undo) =>
    during(name, async () => {
      if (await store(to)) addAlert({ kind: "success", text: words, undo: () => void store(before) });
    });
  const isMine = operator !== null && alarm.assignee?._id === operator._id;
  const assignee = alarm.assignee?._id ?? null;
  // Whoever takes it has acknowledged it with that.
  const beforeAssigned = isMine || alarm.seenBy ? { assignee } : { assignee, seen: false };
  return {
    doing,
    isMine,
    assign: () =>
      change(
        "assign",
        { assignee: isMine ? null : (operator?._id ?? null) },
        { words: isMine ? "Given back" : "Assigned to you", before: beforeAssigned },
      ),
    acknowledge: () => change("acknowledge", { seen: true }, { words: "Acknowledged", before: { seen: false } }),
    /** Null takes it up again. */
    snooze: (until: Date | null) =>
      change(
        "snooze",
        { snoozedUntil: until?.toISOString() ?? null },
        {
          words: until ? `Snoozed until ${momentText(until.getTime())}` : "Not snoozed any more",
          // A former snooze that is over cannot be set again.
          before: { snoozedUntil: isAside({ ...alarm, quietUntil: null }, serverNow()) ? alarm.snoozedUntil : null },
        },
      ),
    /**
     * As it was `seen` when somebody began to say what it was: what happened since then is something else. True where it
     * was answered.
     */
    clear: (reason: string, seen: Alarm) =>
      during("clear", async () => {
        const edited = await saveEdit({
          endpoint: clearAlarm,
          record: alarmRecord,
          input: (rev) => ({ params: { id: seen._id }, body: { reason, rev } }),
          rev: seen.rev,
          isUntouched: ({ lastAt }) => lastAt === seen.lastAt,
        });
        if (edited.is === "saved" || edited.is === "stale") known(edited.record);
        return edited.is !== "failed";
      }),
    /** True where it is stored. */
    comment: (comment: string) =>
      during("comment", async () => {
        const outcome = await call(commentAlarm, { params: { id: alarm._id }, body: { comment } });
        if (outcome.is === "done") known(outcome.reply.alarm);
        return outcome.is === "done";
      }),
  };
}
