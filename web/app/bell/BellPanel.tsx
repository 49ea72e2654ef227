import { alertLogAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { alertSigns } from "../../ui/Alerts.tsx";
import { clockTime } from "../../ui/times.ts";
import { ReportList } from "./ReportList.tsx";
import { SoundSwitch } from "./SoundSwitch.tsx";

function Log() {
  const log = useAtomValue(alertLogAtom);
  if (log.length === 0) return <p className="log-empty muted">Nothing has happened yet.</p>;
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

/** What the bell opens: the operator's reports that have ended, every alert of this visit, and whether it sounds. */
export default function BellPanel({ onGo }: { onGo: () => void }) {
  const operator = useAtomValue(operatorAtom);
  return (
    <>
      {operator && <ReportList operator={operator._id} onGo={onGo} />}
      <h2 className="popover-title">Alerts</h2>
      <Log />
      <SoundSwitch />
    </>
  );
}
