import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Collection, UpdateFilter } from "mongodb";
import { takeLease } from "#shared/runtime/lease.ts";
import { isTaken } from "#shared/runtime/mongo.ts";
import type { MigrationsDocument } from "#shared/runtime/upkeep.document.ts";

/** The right to migrate a database, for as long as it is extended. */
export interface Lease {
  /** Throws once another process may have the lease: this one would do the same work beside it. */
  check: () => void;
  /** Writes into the document of the lease, and only for its holder. */
  write: (update: UpdateFilter<MigrationsDocument>) => Promise<void>;
}

interface LeaseOptions {
  state: Collection<MigrationsDocument>;
  say: (line: string) => void;
  /** A holder that has died is waited for this long. */
  leaseMs?: number;
}

const standardLeaseMs = 15_000;
const lookAgainMs = 250;
const _id = "database" as const;
const fields = { holder: "lease.holder", until: "lease.until" };
const lostMessage = "Another process took over the migration, because this one did not respond. This one ends.";

/** Runs `work` while no other process does the same; waits for one that does, and takes over from one that has died. */
export const withLease = async <T>(options: LeaseOptions, work: (lease: Lease) => Promise<T>): Promise<T> => {
  const lease = await take(options);
  try {
    return await work(lease);
  } finally {
    await lease.giveBack().catch(() => false); // it runs out by itself
  }
};

const take = async ({ state, say, leaseMs = standardLeaseMs }: LeaseOptions) => {
  await state.updateOne({ _id }, { $setOnInsert: { lease: null } }, { upsert: true }).catch((error: unknown) => {
    if (!isTaken(error)) throw error; // another one began at the same moment
  });
  const holder = `${hostname()}, process ${process.pid}, ${randomBytes(4).toString("hex")}`;
  const free = { collection: state, where: { _id }, holder, leaseMs, fields, lostMessage };
  let saidWhom: string | undefined;
  for (;;) {
    const taken = await takeLease({ ...free, returnDocument: "before" });
    if (taken) {
      const other = taken.document.lease?.holder;
      if (other) say(`Database: ${other} has ended in the middle of it; going on from there.`);
      return taken.lease;
    }
    const other = (await state.findOne({ _id }))?.lease?.holder;
    if (other && other !== saidWhom) say(`Database: waiting for ${other}, which is migrating it.`);
    saidWhom = other ?? saidWhom;
    await sleep(lookAgainMs);
  }
};
