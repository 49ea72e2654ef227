import { useEffect, useState } from "react";
import { unseenAlertsAtom } from "../../state/alerts.atoms.ts";
import { connectionAtom } from "../../state/connection.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { unreadEventsAtom, unreadReportsAtom } from "../../state/report-news.atoms.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { Popover } from "../../ui/Popover.tsx";

const Missing = () => <p className="log-empty muted">This could not be loaded: reload the page.</p>;
const Watches = later(() => import("./Watches.tsx"), Nothing);
const BellPanel = later(() => import("./BellPanel.tsx"), Missing);
/** Where no connection stands by then, they come without it. */
const laterMs = 3_000;

/**
 * Reports and pending counts come with the connection, behind what the first page requested: before it, all of them
 * would be loaded twice.
 */
function useLater(): boolean {
  const isLive = useAtomValue(connectionAtom).state === "live";
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), isLive ? 0 : laterMs);
    return () => clearTimeout(timer);
  }, [isLive]);
  return isLater;
}

const reportsIn = (count: number) => `${count} new ${count === 1 ? "report" : "reports"}`;

/** The bell: what happened in the network and of the operator's reports, and every alert of this visit. */
export function AlertLog() {
  const operator = useAtomValue(operatorAtom);
  const failed = useAtomValue(unseenAlertsAtom);
  const reports = useAtomValue(unreadReportsAtom);
  const events = useAtomValue(unreadEventsAtom);
  const isLater = useLater();
  const [openedAt] = useState(() => performance.now());
  const said = [
    ...(events > 0 ? [`${events} new`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(reports > 0 ? [reportsIn(reports)] : []),
  ];
  const unread = events + reports;
  return (
    <>
      {operator && isLater && <Watches operator={operator} openedAt={openedAt} />}
      <Popover
        label="Alerts"
        align="end"
        className="log-panel"
        trigger={(props) => (
          <button {...props} className="strip-button" aria-label={["Alerts", ...said].join(", ")} title="Alerts">
            <span className="pi pi-bell" aria-hidden="true" />
            {unread > 0 ? (
              <span className="strip-count figures" data-count={unread > 99 ? "99+" : unread} aria-hidden="true" />
            ) : (
              failed > 0 && <span className="strip-mark" aria-hidden="true" />
            )}
          </button>
        )}
      >
        {(close) => <BellPanel onGo={close} />}
      </Popover>
    </>
  );
}
