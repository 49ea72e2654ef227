import type { ConnectionHistoryDocument } from "#shared/machines/histories.document.server.ts";

export type ConnectionRow = Pick<ConnectionHistoryDocument, "receivedAt" | "event" | "why" | "connection">;

interface Outage {
  from: Date;
  to: Date;
}

/** Another connection of the unit stands, here or elsewhere. */
const takenOver: ReadonlySet<string | null> = new Set(["replaced", "connected-elsewhere"]);

/**
 * The outages of one machine that are over, by the coming and going of its units: without any connection for longer
 * than a machine may be silent. A unit has one connection: what became of an earlier one says nothing, be it that its
 * end is noted later, or never, as of a gateway that was killed.
 */
export const outagesOf = (rows: readonly ConnectionRow[], silentAfterMs: number): Outage[] => {
  const outages: Outage[] = [];
  let newest: string | null = null;
  let leftAt: Date | null = null;
  for (const { event, why, connection, receivedAt } of rows.toSorted((a, b) => +a.receivedAt - +b.receivedAt)) {
    if (event === "connected") {
      if (leftAt !== null && +receivedAt - +leftAt > silentAfterMs) outages.push({ from: leftAt, to: receivedAt });
      leftAt = null;
      newest = connection;
    } else if (event === "disconnected" && (newest === null || newest === connection)) {
      if (takenOver.has(why)) newest = null;
      else leftAt = receivedAt;
    }
  }
  return outages;
};
