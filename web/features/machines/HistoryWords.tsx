import { useMemo } from "react";
import { Link } from "react-router-dom";
import { disconnectText } from "#shared/events/disconnect-reasons.ts";
import { dropText } from "#shared/events/drop-reasons.ts";
import type { HistoryEntry } from "#shared/machines/machine-history.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { countText } from "../../ui/count-text.ts";
import { Chip } from "../../ui/StateChip.tsx";
import { commandWords, sessionLooks } from "../../ui/session-words.ts";
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

export function ProblemWords({ entry }: { entry: EntryOf<"problem"> }) {
  const { serialNumber, topic, field, reason, message } = entry;
  const about = [field && `field ${field}`, message !== dropText(reason) && message].filter(Boolean);
  return (
    <>
      <p>
        A {topic || "nameless"} message was dropped: {dropText(reason)}
      </p>
      <p className="muted">{[...about, `control unit ${serialNumber}`].join(" · ")}</p>
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

export function CommandWords({ entry }: { entry: EntryOf<"command"> }) {
  const { sessionId, type, containers, status, reason, startedBy } = entry;
  return (
    <>
      <p>
        <Link to={`${pathTo("testMachine")}?session=${sessionId}`}>{commandWords[type]}</Link>{" "}
        <Chip {...sessionLooks[status]} />
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
  const unlisted = doors.reduce((sum, door) => sum + door.unlisted, 0);
  return (
    <>
      <p>
        {names.length === 1 ? "Container" : "Containers"} {namedContainers(names)}:{" "}
        {first.isLocked ? "Locked" : "UnLocked"}
      </p>
      {unlisted > 0 && <p className="muted">After {countText(unlisted, "change")} too quick to list each</p>}
    </>
  );
}
