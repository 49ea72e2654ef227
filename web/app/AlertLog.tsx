import { alertLogAtom, markAlertsSeenAtom, unseenAlertsAtom } from "../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../state/jotai.ts";
import { alertSigns } from "../ui/Alerts.tsx";
import { Popover } from "../ui/Popover.tsx";
import { clockTime } from "../ui/times.ts";

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

/** Every alert of this visit, for those who looked elsewhere while it was shown. */
export function AlertLog() {
  const unseen = useAtomValue(unseenAlertsAtom);
  const markSeen = useSetAtom(markAlertsSeenAtom);
  const label = unseen > 0 ? `Alerts, ${unseen} failed` : "Alerts";
  return (
    <Popover
      label="Alerts"
      align="end"
      className="log-panel"
      onOpen={markSeen}
      trigger={(props) => (
        <button {...props} className="strip-button" aria-label={label} title="Alerts">
          <span className="pi pi-bell" aria-hidden="true" />
          {unseen > 0 && <span className="strip-mark" aria-hidden="true" />}
        </button>
      )}
    >
      {() => (
        <>
          <h2 className="popover-title">Alerts</h2>
          <Log />
        </>
      )}
    </Popover>
  );
}
