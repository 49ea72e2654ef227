import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import type { Judged } from "../../live/judged.ts";
import { createKeptOrder } from "../../ui/table/kept-order.ts";

type Row = Judged<LiveStatusRow>;
const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const nameOf = ({ record }: Row) => record.name;
const lastSeenOf = ({ record }: Row) => record.lastSeenOnline ?? "";
const newestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

/**
 * Those that are offline first, the newest outage on top; then those that cannot speak, those whose locks bounce, and the
 * others, each by name. The orders are kept: a heartbeat sorts nothing.
 */
export const createByTrouble = () => {
  const named = createKeptOrder<string>();
  const out = createKeptOrder<string>();
  return (rows: readonly Row[]): Row[] => {
    const offline: Row[] = [];
    const unavailable: Row[] = [];
    const bouncing: Row[] = [];
    const well: Row[] = [];
    for (const row of named(rows, nameOf, byName.compare, null)) {
      if (row.status === "Offline") offline.push(row);
      else if (row.status === "Unavailable") unavailable.push(row);
      else (row.record.rattling ? bouncing : well).push(row);
    }
    return out(offline, lastSeenOf, newestFirst, null).concat(unavailable, bouncing, well);
  };
};
