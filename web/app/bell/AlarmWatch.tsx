import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { caseOf } from "../../records/AlarmNotes.tsx";
import { alarmsAtom } from "../../records/alarms.atoms.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { soundAtom } from "../../state/sound.atoms.ts";

const shownMs = 20_000;

/** What names this operator in an alarm: the same one once more is news only at another moment. */
const noticesOf = (alarms: readonly Alarm[], operator: string) =>
  alarms.flatMap((alarm) =>
    (alarm.notified ?? [])
      .filter((notice) => notice.operator === operator)
      .map(({ at }) => ({ alarm, key: `${alarm._id}/${at}` })),
  );

/** Notifies the operator whom a rule names, on every page: an alert, a sound and the browser's own notification. */
export function AlarmWatch({ operator }: { operator: string }) {
  const alarms = useAtomValue(alarmsAtom).data;
  const sounds = useAtomValue(soundAtom);
  const addAlert = useSetAtom(addAlertAtom);
  const navigate = useNavigate();
  /** Null until the first load, which is counted, not announced. */
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!alarms) return;
    const notices = noticesOf(alarms, operator);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...notices.map(({ key }) => key)]);
    if (!before) return;
    const news = notices.filter(({ key }) => !before.has(key));
    for (const { alarm, key } of news) {
      addAlert({ kind: "info", text: alarm.words, ms: shownMs, to: caseOf(alarm) });
      notify(alarm, key, () => void navigate(caseOf(alarm)));
    }
    if (news.length > 0 && sounds)
      // Without its code there is no sound: the alert says the same.
      void import("../pending-counts/sound.ts").then(({ sound }) => sound()).catch(() => undefined);
  }, [alarms, operator, sounds, addAlert, navigate]);
  return null;
}

/** Of several pages of a browser the tag makes it one. */
const notify = (alarm: Alarm, tag: string, open: () => void): void => {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const shown = new Notification("Alarm", { body: alarm.words, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
      open();
    };
  } catch {
    // Browsers on phones allow it to service workers alone: the alert and the sound remain.
  }
};
