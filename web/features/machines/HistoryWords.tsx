import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { SessionStatus } from "#shared/control-units/control-unit.schema.ts";
import { disconnectText } from "#shared/events/disconnect-reasons.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import type { HistoryEntry } from "#shared/machines/machine-history.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { Chip, type ChipTone } from "../../ui/StateChip.tsx";
import { clockTime, dayTime, lengthOf } from "../../ui/times.ts";
import { type DoorEntry, namedContainers } from "./history-list.ts";

type EntryOf<K extends HistoryEntry["kind"]> = Extract<HistoryEntry, { kind: K }>;

const plural = (count: number) => (count === 1 ? "container" : "containers");

export function ConnectionWords({ entry }: { entry: EntryOf<"connected"> | EntryOf<"disconnected"> }) {
  const { serialNumber } = entry;
  return (
    <>
      <p>{entry.kind === "connected" ? "Connected" : `Disconnected: ${disconnectText(entry.why)}`}</p>
      <p className="muted">
        Control unit{" "}
        <Link className="mono" to={pathTo("registeredUnit", { serialNumber })}>
          {serialNumber}
        </Link>
      </p>
    </>
  );
}

/** "14:03 to 14:15", or with their days where these differ. */
const spanOf = (from: number, to: number): string =>
  new Date(from).toDateString() === new Date(to).toDateString()
    ? `${clockTime(from, true)} to ${clockTime(to, true)}`
    : `${dayTime(from)} to ${dayTime(to)}`;

function GoingOn({ from }: { from: number }) {
  const length = useAtomValue(useMemo(() => atom((get) => lengthOf(get(nowAtom) - from)), [from]));
  return <>Not heard for {length}</>;
}

export function GapWords({ entry }: { entry: EntryOf<"gap"> }) {
  const from = Date.parse(entry.from);
  if (entry.to === null) {
    return (
      <>
        <p>
          <GoingOn from={from} /> <Chip tone="danger" icon="pi-times-circle" word="Now" />
        </p>
        <p className="muted">Since {dayTime(from)}</p>
      </>
    );
  }
  const to = Date.parse(entry.to);
  return (
    <>
      <p>Not heard for {lengthOf(to - from)}</p>
      <p className="muted figures">{spanOf(from, to)}</p>
    </>
  );
}

const commandWords: Record<CommandType, string> = {
  open: "Open Container",
  "stock-update": "Stock Update",
  "lock-status": "Lock Status",
  "check-open": "Check Open Container",
  "check-lock-status": "Check Lock Status",
  "lock-close-verify": "Verify Lock Close",
  ping: "Ping",
  restart: "Restart",
};
const statusLooks: Record<SessionStatus, { tone: ChipTone; icon: string; word: string }> = {
  queued: { tone: "quiet", icon: "pi-clock", word: "Queued" },
  running: { tone: "quiet", icon: "pi-spinner", word: "Running" },
  completed: { tone: "ok", icon: "pi-check", word: "Completed" },
  failed: { tone: "danger", icon: "pi-times", word: "Failed" },
  expired: { tone: "danger", icon: "pi-times", word: "Expired" },
  cancelled: { tone: "quiet", icon: "pi-ban", word: "Cancelled" },
};

export function CommandWords({ entry }: { entry: EntryOf<"command"> }) {
  const { sessionId, type, containers, status, reason, startedBy } = entry;
  return (
    <>
      <p>
        <Link to={`${pathTo("testMachine")}?session=${sessionId}`}>{commandWords[type]}</Link>{" "}
        <Chip {...statusLooks[status]} />
      </p>
      <p className="muted">
        {[
          containers.length > 0 && `${plural(containers.length)} ${namedContainers(containers)}`,
          reason,
          startedBy && `by ${startedBy}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </>
  );
}

export function DoorWords({ doors }: { doors: readonly DoorEntry[] }) {
  const [first] = doors;
  if (!first) return null;
  const names = [...new Set(doors.map(({ containerId, channel }) => containerId || `on channel ${channel}`))];
  names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return (
    <p>
      {names.length === 1 ? "Container" : "Containers"} {namedContainers(names)}:{" "}
      {first.isLocked ? "Locked" : "UnLocked"}
    </p>
  );
}
