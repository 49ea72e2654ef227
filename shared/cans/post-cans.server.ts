import { ObjectId } from "mongodb";
import { DomainError } from "../http/domain-error.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { CanRowDocument, CansDocument, OpenCansDocument } from "../users/accounts.document.server.ts";
import { noCans, openCans } from "../users/open-accounts.server.ts";
import { scopesOf } from "./can-scopes.server.ts";
import { openedOn } from "./cans.rules.ts";

export interface CanPosting {
  user: ObjectId;
  machine: ObjectId;
  product: ObjectId;
  /** As it is called now: the entry and the row keep it. */
  brand: string;
  /** Cans, whole and not below 0; one of both is above 0. */
  credit: number;
  debit: number;
  /** What causes it. */
  ref: CanRowDocument["ref"];
  message: string;
  /** MongoDB's clock. */
  now: Date;
}

/**
 * Credits or debits a user's cans of one product at one machine, with its row of the can ledger, inside the transaction
 * of its cause. Returns the account after it. The filter repeats what was read, and a posting beside it makes the
 * transaction run again, so that no two take the same can. An entry that reaches 0 is removed. Throws `conflict` where
 * fewer cans are there than are debited (specification: Accounts).
 */
export const postCans = async (
  stores: Pick<Mongo, "collections">,
  dbSession: DbSession,
  posting: CanPosting,
): Promise<CansDocument> => {
  const { user, machine, product, brand, credit, debit, ref, message, now } = posting;
  refuseNonsense(posting);
  const { cans, canLedger } = stores.collections;
  const known = await cans.findOne({ _id: user }, { session: dbSession });
  if (!known) await openCans(stores, dbSession, user);
  const present: CansDocument = known ?? { _id: user, ...noCans };

  const current = entriesAfter(present.current, posting);
  const totalCans = current.reduce((sum, entry) => sum + entry.totalCans, 0);
  const at = new Date(Math.max(now.getTime(), (present.postedAt?.getTime() ?? 0) + 1));
  const changed = await cans.findOneAndUpdate(
    { _id: user, rev: present.rev },
    { $set: { current, totalCans, postedAt: at }, $inc: { rev: 1 } },
    { session: dbSession, returnDocument: "after" },
  );
  if (!changed) throw new DomainError("conflict", "This user's cans were changed meanwhile");

  const row: CanRowDocument = {
    _id: new ObjectId(),
    at,
    user,
    machine,
    product,
    brand,
    credit,
    debit,
    userTotal: totalCans,
    ref,
    message,
    scopes: scopesOf({ user, machine, product }),
  };
  await canLedger.insertOne(row, { session: dbSession });
  return changed;
};

/** A caller's mistake, not an operator's. */
const refuseNonsense = ({ credit, debit }: CanPosting): void => {
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
  if (!isCount(credit) || !isCount(debit) || credit === debit)
    throw new RangeError(`a posting of ${credit} cans credited and ${debit} debited is none`);
};

const entriesAfter = (
  current: readonly OpenCansDocument[],
  { machine, product, brand, credit, debit }: CanPosting,
): OpenCansDocument[] => {
  const isMeant = (entry: OpenCansDocument) => entry.machine.equals(machine) && entry.product.equals(product);
  const before = current.find(isMeant)?.totalCans ?? 0;
  const totalCans = before + credit - debit;
  if (totalCans < 0)
    throw new DomainError("conflict", `There are ${before} cans of ${brand} at this machine, fewer than ${debit}`);
  const after: OpenCansDocument = { machine, product, brand, totalCans };
  const entries = current.some(isMeant)
    ? current.map((entry) => (isMeant(entry) ? after : entry))
    : [...current, after];
  return entries.filter((entry) => entry.totalCans > 0);
};

/**
 * Counts a can that is taken on this day of TIME_ZONE, or with -1 one that was refunded, beside the posting of the can
 * in its transaction. A count of another day is over: taking begins anew, refunding changes nothing.
 */
export const countOpened = async (
  { collections: { cans } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { user, day, more }: { user: ObjectId; day: string; more: 1 | -1 },
): Promise<void> => {
  const known = await cans.findOne({ _id: user }, { session: dbSession });
  if (!known) throw new Error("cans are counted as opened before they are posted");
  if (more < 0 && known.openedDay !== day) return;
  const openedCans = Math.max(0, openedOn(day, known) + more);
  await cans.updateOne({ _id: user }, { $set: { openedCans, openedDay: day } }, { session: dbSession });
};
