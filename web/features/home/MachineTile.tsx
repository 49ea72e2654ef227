import "../../ui/link-card.css";
import { memo } from "react";
import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import { useAlarmsOf } from "../../records/alarms.atoms.ts";
import { countText } from "../../ui/count-text.ts";
import { later, Nothing } from "../../ui/later.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { fullTime, momentText } from "../../ui/times.ts";
import type { MachineCard } from "./home-cards.ts";
import { StockBar } from "./StockBar.tsx";

const NotSold = later(() => import("../../records/NotSold.tsx"), Nothing);
const SoldOutRisk = later(() => import("../../records/SoldOutRisk.tsx"), Nothing);
/** Few machines are under work: its code comes with the first of them. */
const UnderWork = later(() => import("../../records/UnderWork.tsx"), Nothing);

/** How many alarms a machine has; nothing while there are none. */
function AlarmCount({ machine }: { machine: string }) {
  const { length } = useAlarmsOf(machine);
  if (length === 0) return null;
  return (
    <span className="tile-alarms" title={countText(length, "alarm")}>
      <span className="pi pi-bell" aria-hidden="true" />
      {countText(length, "alarm")}
    </span>
  );
}

/** "outage since 14:05", or since which day where it was not today. A machine that was never heard has none. */
function OutageSince({ at }: { at: string | null }) {
  if (at === null) return "never heard";
  const moment = Date.parse(at);
  return (
    <time className="figures" dateTime={at} title={fullTime(moment)}>
      outage since {momentText(moment)}
    </time>
  );
}

/** One machine on Home (specification: Home). The whole card leads to its page. */
export const MachineTile = memo(function MachineTile({ card: { record, status, stock } }: { card: MachineCard }) {
  const { _id, name, vendingMachineId, location, profileName, active, lastSeenOnline } = record;
  return (
    <article className={`card link-card machine-tile${status === "Offline" ? " machine-tile-offline" : ""}`}>
      <header className="tile-head">
        <h2 title={name}>
          <Link to={pathTo("machine", { id: _id })} className="link-card-link">
            {name}
          </Link>
        </h2>
        <StateChip state={status} glows />
      </header>
      <p className="tile-line muted">
        <span className="one-line">
          <span className="mono">{vendingMachineId}</span>
          {status === "Online" && (
            <>
              {" · seen "}
              <RelativeTime at={lastSeenOnline} />
            </>
          )}
          {status === "Offline" && (
            <>
              {" · "}
              <OutageSince at={lastSeenOnline} />
            </>
          )}
        </span>
      </p>
      <p className="tile-line muted" title={location}>
        <span className="one-line">
          {status === "Offline" && lastSeenOnline !== null && <NotSold machine={_id} isShort after=" · " />}
          {status === "Online" && stock !== null && stock.soldOut.length > 0 && (
            <SoldOutRisk machine={_id} brands={stock.soldOut} after=" · " />
          )}
          {location}
        </span>
      </p>
      <p className="tile-line muted" title={profileName}>
        <span className="one-line">{profileName || "No profile"}</span>
        <AlarmCount machine={_id} />
        {record.work && <UnderWork work={record.work} isSmall />}
        <StateChip state={active ? "active" : "deactive"} glows>
          {active ? "Active" : "Deactive"}
        </StateChip>
      </p>
      <StockBar stock={stock} />
    </article>
  );
});
