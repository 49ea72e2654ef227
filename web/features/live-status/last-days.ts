import { readLastDays } from "#shared/live-status/live-status.api.ts";
import { mostLastDays } from "#shared/live-status/live-status.schema.ts";
import { call } from "../../http/call.ts";
import type { LastHours } from "../../records/outages.ts";
import { atom, store } from "../../state/jotai.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** The last 24 hours of a machine; undefined until they are read. */
export const lastHoursAtomOf = oneForKey((_machineId: string) => atom<LastHours | undefined>(undefined));

/** While a list is scrolled nothing is requested. */
const restMs = 200;
const freshMs = 300_000;

/** The machines in sight, and when their hours were requested last. */
const inSight = new Map<string, number>();
let soon: ReturnType<typeof setTimeout> | undefined;
let later: ReturnType<typeof setTimeout> | undefined;

const read = async (): Promise<void> => {
  const now = Date.now();
  const old = [...inSight].flatMap(([id, readAt]) => (now - readAt >= freshMs ? [id] : []));
  const ids = old.slice(0, mostLastDays);
  for (const id of ids) inSight.set(id, now);
  clearTimeout(later);
  if (inSight.size > 0) later = setTimeout(() => void read(), freshMs);
  if (ids.length === 0) return;
  const outcome = await call(readLastDays, { query: { machines: ids.join(",") } }, { quiet: true });
  if (outcome.is === "done") {
    const { until, machines } = outcome.reply;
    for (const { _id, since, gaps } of machines) store.set(lastHoursAtomOf(_id), { since, gaps, until });
  }
  if (old.length > ids.length) await read();
};

/** A machine's row is drawn: its hours are read with those of its neighbours, and again while it stays. */
export const seeLastHours = (machineId: string): (() => void) => {
  inSight.set(machineId, 0);
  clearTimeout(soon);
  soon = setTimeout(() => void read(), restMs);
  return () => {
    inSight.delete(machineId);
  };
};
