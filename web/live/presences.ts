import { type Presence, telemetryIn } from "#shared/live-status/live-status.schema.ts";
import type { Telemetry } from "#shared/machines/telemetry.schema.ts";
import { serverNow } from "../state/server-clock.ts";

/** The part of a record that heartbeats change. */
export interface HeardFields {
  lastSeenOnline: string | null;
  strength: number | null;
  telemetry?: Telemetry | undefined;
}

/**
 * A time so far in the future was taken before MongoDB's clock was set back: the server's time, as it is known here, is
 * off by seconds.
 */
const isInFuture = (at: number): boolean => at > serverNow() + 60_000;

/** The record with this presence; an older message never wins over a newer one, in whatever order they arrive. */
const withPresence = <R extends HeardFields>(record: R, presence: Presence): R => {
  const { lastSeen, strength = null } = presence;
  const known = record.lastSeenOnline === null ? null : Date.parse(record.lastSeenOnline);
  if (known !== null && known >= lastSeen && !isInFuture(known)) return record;
  return { ...record, lastSeenOnline: new Date(lastSeen).toISOString(), strength, telemetry: telemetryIn(presence) };
};

/** The list with this presence; the same list when nothing concerned it. */
export const withPresences = <R extends HeardFields>(
  list: R[],
  presences: Presence[],
  serialOf: (record: R) => string | null,
): R[] => {
  const heard = new Map(presences.map((presence) => [presence.serialNumber, presence]));
  let changed = false;
  const next = list.map((record) => {
    const presence = heard.get(serialOf(record) ?? "");
    const updated = presence ? withPresence(record, presence) : record;
    if (updated !== record) changed = true;
    return updated;
  });
  return changed ? next : list;
};
