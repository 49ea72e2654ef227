import { alarmRecord } from "#shared/alarms/alarm.record.ts";
import { isAside } from "#shared/alarms/alarm.rules.ts";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { changeAlarm, clearAlarm, commentAlarm } from "#shared/alarms/alarm-work.api.ts";
import type { AlarmChange } from "#shared/alarms/alarm-work.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { isSame } from "../../live/is-same.ts";
import { afterReply, alarmsAtom } from "../../records/alarms.atoms.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { store, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { serverNow } from "../../state/server-clock.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { momentText } from "../../ui/times.ts";
import { useAction } from "../../ui/use-action.ts";

type Change = Omit<AlarmChange, "rev">;
/** What Undo would take back. */
const standing = ({ assignee, seenBy, snoozedUntil }: Alarm) => ({
  assignee: assignee?._id ?? null,
  seenBy: seenBy?._id ?? null,
  snoozedUntil,
});

interface How {
  quiet?: boolean;
  /** Only on an alarm that is still so. */
  isUntouched?: (present: Alarm) => boolean;
}

/**
 * Two operators who do the same are no conflict, so it is made on the alarm as it is: the later one stands, unless
 * `isUntouched` is given.
 */
export const changeTo = ({ _id, rev }: Alarm, body: Change, { quiet = false, isUntouched }: How = {}) =>
  saveEdit({
    endpoint: changeAlarm,
    record: alarmRecord,
    input: (madeOn) => ({ params: { id: _id }, body: isUntouched ? { ...body, rev: madeOn } : body }),
    rev,
    isUntouched: isUntouched ?? (() => false),
    quiet,
  });

/** What an operator makes of an alarm. */
export function useAlarmActions(alarm: Alarm) {
  const operator = useAtomValue(operatorAtom);
  const send = useSetAtom(alarmsAtom);
  const { doing, during } = useAction<"assign" | "acknowledge" | "snooze" | "comment" | "clear">();
  const known = (incoming: Alarm) => send({ do: "update", change: (all) => afterReply(all, incoming) });
  const addAlert = useSetAtom(addAlertAtom);
  const noted = (edited: Edited<Alarm>) => {
    if (edited.is === "saved" || edited.is === "stale") known(edited.record);
    return edited.is === "saved" ? edited.record : null;
  };
  /** Back to `before`, on the alarm as this operator left it: what a colleague made of it since stays. */
  const takeBack = async (left: Alarm, before: Change) => {
    const isUntouched = (present: Alarm) => isSame(standing(present), standing(left));
    noted(await changeTo(left, before, { isUntouched }));
  };
  const change = (
    name: "assign" | "acknowledge" | "snooze",
    { to, words, before }: { to: Change; words: string; before: Change },
  ) =>
    during(name, async () => {
      const begunWith = store.get(tokenAtom);
      const left = noted(await changeTo(alarm, to));
      // Another operator who has signed in meanwhile must not undo it as theirs.
      if (!left || store.get(tokenAtom) !== begunWith) return;
      // Whoever takes it has acknowledged it with that, unless a colleague had before.
      const acknowledged = !alarm.seenBy && left.seenBy !== null && left.seenBy._id === operator?._id;
      const back = acknowledged ? { ...before, seen: false } : before;
      const undo = Object.keys(back).length > 0 ? () => void takeBack(left, back) : undefined;
      addAlert({ kind: "success", text: words, about: alarm._id, ...(undo && { undo }) });
    });
  const isMine = operator !== null && alarm.assignee?._id === operator._id;
  return {
    doing,
    isMine,
    assign: () =>
      change("assign", {
        to: { assignee: isMine ? null : (operator?._id ?? null) },
        words: isMine ? "Given back" : "Assigned to you",
        before: { assignee: alarm.assignee?._id ?? null },
      }),
    acknowledge: () => change("acknowledge", { to: { seen: true }, words: "Acknowledged", before: {} }),
    /** Null takes it up again. */
    snooze: (until: Date | null) =>
      change("snooze", {
        to: { snoozedUntil: until?.toISOString() ?? null },
        words: until ? `Snoozed until ${momentText(until.getTime())}` : "Not snoozed any more",
        // A former snooze that is over cannot be set again.
        before: { snoozedUntil: isAside({ ...alarm, quietUntil: null }, serverNow()) ? alarm.snoozedUntil : null },
      }),
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
        noted(edited);
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
