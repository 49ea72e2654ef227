import { lazy, Suspense, useEffect, useState } from "react";
import { alertLogAtom, markAlertsSeenAtom, unseenAlertsAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { unreadReportsAtom } from "../../state/report-news.atoms.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { alertSigns } from "../../ui/Alerts.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { clockTime } from "../../ui/times.ts";

const ReportWatch = lazy(() => import("./ReportWatch.tsx"));
const ReportList = lazy(() => import("./ReportList.tsx"));
/** Reports are looked for when the page has had its first seconds for itself. */
const laterMs = 3_000;

function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}

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

const reportsIn = (count: number) => `${count} new ${count === 1 ? "report" : "reports"}`;

/** The bell: the operator's reports that have ended, and every alert of this visit. */
export function AlertLog() {
  const operator = useAtomValue(operatorAtom);
  const failed = useAtomValue(unseenAlertsAtom);
  const reports = useAtomValue(unreadReportsAtom);
  const markSeen = useSetAtom(markAlertsSeenAtom);
  const isLater = useLater();
  const said = [...(failed > 0 ? [`${failed} failed`] : []), ...(reports > 0 ? [reportsIn(reports)] : [])];
  return (
    <>
      {operator && isLater && (
        <Suspense fallback={null}>
          <ReportWatch operator={operator._id} />
        </Suspense>
      )}
      <Popover
        label="Alerts"
        align="end"
        className="log-panel"
        onOpen={markSeen}
        trigger={(props) => (
          <button {...props} className="strip-button" aria-label={["Alerts", ...said].join(", ")} title="Alerts">
            <span className="pi pi-bell" aria-hidden="true" />
            {reports > 0 ? (
              <span className="strip-count figures" aria-hidden="true">
                {reports}
              </span>
            ) : (
              failed > 0 && <span className="strip-mark" aria-hidden="true" />
            )}
          </button>
        )}
      >
        {(close) => (
          <>
            {operator && (
              <Suspense fallback={null}>
                <ReportList operator={operator._id} onGo={close} />
              </Suspense>
            )}
            <h2 className="popover-title">Alerts</h2>
            <Log />
          </>
        )}
      </Popover>
    </>
  );
}
