import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Collection, UpdateFilter } from "mongodb";
import type { MigrationsDocument } from "#shared/runtime/documents/upkeep.ts";
import { isTaken } from "#shared/runtime/mongo.ts";

/** The right to migrate a database, for as long as it is renewed. */
export interface Lease {
  /** Throws once another process may have the lease: whoever goes on would do the same work beside it. */
  check: () => void;
  /** Writes into the document of the lease, and only for its holder. */
  note: (update: UpdateFilter<MigrationsDocument>) => Promise<void>;
}

interface LeaseOrder {
  state: Collection<MigrationsDocument>;
  say: (line: string) => void;
  /** A holder that has died is waited for so long. */
  leaseMs?: number;
}

const standardLeaseMs = 15_000;
const lookAgainMs = 250;
const _id = "database" as const;
const lost = "Another process has taken the migration over, because this one was not heard: it ends here.";

/** Runs `work` while no other process does the same; waits for one that does, and takes over from one that has died. */
export const withLease = async <T>(order: LeaseOrder, work: (lease: Lease) => Promise<T>): Promise<T> => {
  const { state, leaseMs = standardLeaseMs } = order;
  const holder = `${hostname()}, process ${process.pid}, ${randomBytes(4).toString("hex")}`;
  const mine = { _id, "lease.holder": holder };
  const until = { $add: ["$$NOW", leaseMs] };
  await take(order, holder, until);

  let heardAt = Date.now();
  let isLost = false;
  const check = () => {
    if (isLost || Date.now() - heardAt > leaseMs) throw new Error(lost);
  };
  const renew = async () => {
    const { matchedCount } = await state.updateOne(mine, [{ $set: { "lease.until": until } }]);
    if (matchedCount === 1) heardAt = Date.now();
    else isLost = true;
  };
  // One that fails is followed by the next; `check` sees when none has come through for too long.
  const timer = setInterval(() => void renew().catch(() => {}), leaseMs / 5);
  const note: Lease["note"] = async (update) => {
    check();
    if ((await state.updateOne(mine, update)).matchedCount === 0) throw new Error(lost);
  };
  try {
    return await work({ check, note });
  } finally {
    clearInterval(timer);
    await state.updateOne(mine, { $set: { lease: null } }).catch(() => {}); // it runs out by itself
  }
};

const take = async ({ state, say }: LeaseOrder, holder: string, until: object): Promise<void> => {
  await state.updateOne({ _id }, { $setOnInsert: { lease: null } }, { upsert: true }).catch((error: unknown) => {
    if (!isTaken(error)) throw error; // another one began at the same moment
  });
  const isFree = { $or: [{ lease: null }, { $expr: { $lte: ["$lease.until", "$$NOW"] } }] };
  let saidWhom: string | undefined;
  for (;;) {
    const before = await state.findOneAndUpdate({ _id, ...isFree }, [{ $set: { lease: { holder, until } } }]);
    if (before) {
      if (before.lease) say(`Database: ${before.lease.holder} has ended in the middle of it; going on from there.`);
      return;
    }
    const other = (await state.findOne({ _id }))?.lease?.holder;
    if (other && other !== saidWhom) say(`Database: waiting for ${other}, which is migrating it.`);
    saidWhom = other ?? saidWhom;
    await sleep(lookAgainMs);
  }
};
