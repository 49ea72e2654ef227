import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { caseOf } from "../../records/alarms.atoms.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { soundAtom } from "../../state/sound.atoms.ts";

const shownMs = 20_000;

/**
 * The alarms that name this operator since a moment; an alarm is news again only if it names them at another moment.
 */
const noticesOf = (alarms: readonly Alarm[], operator: string, since: number) =>
  alarms.flatMap((alarm) =>
    (alarm.notified ?? [])
      .filter((notice) => notice.operator === operator && Date.parse(notice.at) >= since)
      .map(({ at }) => ({ alarm, key: `${alarm._id}/${at}` })),
  );

interface AlarmWatchProps {
  operator: string;
  alarms: readonly Alarm[];
  /** Notices from before this are not shown; milliseconds since 1970, by MongoDB's clock. */
  since: number;
}

/** Notifies the operator whom a rule names, on every page: an alert, a sound and the browser's own notification. */
export default function AlarmWatch({ operator, alarms, since }: AlarmWatchProps) {
  const sounds = useAtomValue(soundAtom);
  const addAlert = useSetAtom(addAlertAtom);
  const navigate = useNavigate();
  const known = useRef(new Set<string>());
  useEffect(() => {
    const said = known.current;
    const news = noticesOf(alarms, operator, since).filter(({ key }) => !said.has(key));
    for (const { alarm, key } of news) {
      said.add(key);
      addAlert({ kind: "info", text: alarm.words, ms: shownMs, to: caseOf(alarm) });
      notify(alarm, key, () => void navigate(caseOf(alarm)));
    }
    if (news.length > 0 && sounds)
      // Without its code there is no sound: the alert says the same.
      void import("../pending-counts/sound.ts").then(({ sound }) => sound()).catch(() => undefined);
  }, [alarms, operator, since, sounds, addAlert, navigate]);
  return null;
}

/** The tag makes the notifications of a browser's several pages one. */
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
