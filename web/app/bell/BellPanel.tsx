import "./bell.css";
import { useEffect, useState } from "react";
import { alertLogAtom, markAlertsSeenAtom, unseenAlertsAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { unreadEventsAtom, unreadReportsAtom } from "../../state/report-news.atoms.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { alertSigns } from "../../ui/Alerts.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { clockTime } from "../../ui/times.ts";
import { EventFeed } from "./EventFeed.tsx";
import { SoundSwitch } from "./SoundSwitch.tsx";

function Log() {
  const log = useAtomValue(alertLogAtom);
  if (log.length === 0) return <p className="log-empty muted">You have had no alerts in this visit.</p>;
  return (
    <ol className="log">
      {log.map((alert) => (
        <li key={alert.id} className={`log-row log-${alert.kind}`}>
          <span className={`pi ${alertSigns[alert.kind].icon}`} aria-hidden="true" />
          <span className="log-text">
            <span className="unseen">{alertSigns[alert.kind].word}: </span>
            {alert.text}
          </span>
          <time className="figures muted" dateTime={new Date(alert.at).toISOString()}>
            {clockTime(alert.at, true)}
          </time>
        </li>
      ))}
    </ol>
  );
}

const parts = ["What happened", "Your alerts"] as const;

/**
 * What the bell opens: what happened in the network, every alert of this visit, and whether it sounds. It begins with
 * the operator's alerts where one of them failed and nothing else is new.
 */
export default function BellPanel({ onGo }: { onGo: () => void }) {
  const operator = useAtomValue(operatorAtom);
  const failed = useAtomValue(unseenAlertsAtom);
  const unread = useAtomValue(unreadEventsAtom) + useAtomValue(unreadReportsAtom);
  const markSeen = useSetAtom(markAlertsSeenAtom);
  const [part, setPart] = useState<(typeof parts)[number]>(
    failed > 0 && unread === 0 ? "Your alerts" : "What happened",
  );
  useEffect(() => {
    if (part === "Your alerts") markSeen();
  }, [part, markSeen]);
  return (
    <>
      <div className="bell-parts">
        <SwitchRow
          label="Parts"
          options={parts}
          value={part}
          onChange={setPart}
          counts={failed > 0 ? { "Your alerts": failed } : {}}
        />
      </div>
      <div className="bell-list">
        {part === "Your alerts" && <Log />}
        {part === "What happened" && operator && <EventFeed operator={operator._id} onGo={onGo} />}
      </div>
      <SoundSwitch />
    </>
  );
}
