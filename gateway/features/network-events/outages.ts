import type { ConnectionHistoryDocument } from "#shared/machines/histories.document.server.ts";

export type ConnectionRow = Pick<ConnectionHistoryDocument, "receivedAt" | "event" | "connection">;

export interface Outage {
  from: Date;
  to: Date;
}

/**
 * The outages of one machine that are over, by the coming and going of its units: without any connection for longer
 * than a machine may be silent. A connection whose end nobody noted, as of a gateway that was killed, ends with the
 * next one, without an outage.
 */
export const outagesOf = (rows: readonly ConnectionRow[], silentAfterMs: number): Outage[] => {
  const outages: Outage[] = [];
  const open = new Set<string>();
  let leftAt: Date | null = null;
  for (const { event, connection, receivedAt } of rows.toSorted((one, other) => +one.receivedAt - +other.receivedAt)) {
    if (event === "connected") {
      if (leftAt !== null && +receivedAt - +leftAt > silentAfterMs) outages.push({ from: leftAt, to: receivedAt });
      leftAt = null;
      open.add(connection);
    } else if (event === "disconnected") {
      open.delete(connection);
      if (open.size === 0) leftAt = receivedAt;
    }
  }
  return outages;
};
