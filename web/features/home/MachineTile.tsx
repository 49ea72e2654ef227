import "../../ui/link-card.css";
import { memo } from "react";
import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import type { MachineCard } from "./home-cards.ts";
import { OutageSince } from "./OutageSince.tsx";
import { StockBar } from "./StockBar.tsx";

/** One machine on Home (specification: Home). The whole card leads to its page. */
export const MachineTile = memo(function MachineTile({ card: { record, status, stock } }: { card: MachineCard }) {
  const { _id, name, vendingMachineId, location, profileName, active, lastSeenOnline } = record;
  return (
    <article className="card link-card machine-tile">
      <header className="tile-head">
        <h2 title={name}>
          <Link to={pathTo("machine", { id: _id })} className="link-card-link">
            {name}
          </Link>
        </h2>
        <StateChip state={status} glows />
      </header>
      <p className="tile-id one-line">
        <span className="mono">{vendingMachineId}</span>
        {status === "Online" && (
          <span className="muted">
            {" · seen "}
            <RelativeTime at={lastSeenOnline} />
          </span>
        )}
        {status === "Offline" && (
          <span className="muted">
            {" · "}
            <OutageSince at={lastSeenOnline} />
          </span>
        )}
      </p>
      <p className="tile-line muted" title={location}>
        <span className="pi pi-map-marker" aria-hidden="true" />
        <span className="one-line">{location}</span>
      </p>
      <StockBar stock={stock} />
      <footer className="tile-foot">
        <p className="tile-line" title={profileName}>
          <span className="pi pi-sliders-h muted" aria-hidden="true" />
          <span className="one-line">{profileName || <span className="muted">No profile</span>}</span>
        </p>
        <StateChip state={active ? "active" : "deactive"} glows>
          {active ? "Active" : "Deactive"}
        </StateChip>
      </footer>
    </article>
  );
});
