import { ObjectId } from "mongodb";
import { DomainError } from "../http/domain-error.ts";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { DepositDocument, DepositRowDocument } from "../users/accounts.document.server.ts";
import { noDeposit, openDeposit } from "../users/open-accounts.server.ts";

type Stores = Pick<Mongo, "collections">;

/** What rows add up to, in paise or slots. */
export const depositFigures = [
  "deposit",
  "securityDeposit",
  "depositBought",
  "depositUsed",
  "freeDeposit",
] as const satisfies (keyof DepositDocument)[];
export type DepositFigures = Pick<DepositDocument, (typeof depositFigures)[number]>;
type Switches = Pick<DepositDocument, "collectSecurityDeposit" | "receivedFreeDeposit">;
/** Who changed a deposit, for what and why. */
type PostedFields = Pick<DepositRowDocument, "user" | "by" | "ref" | "reason"> & { now: Date };

interface DepositPosting extends PostedFields {
  /** What is added to each figure; below 0 takes away. */
  add: Partial<DepositFigures>;
  set?: Partial<Switches>;
}

const figuresBy = (figure: (name: keyof DepositFigures) => number) =>
  Object.fromEntries(depositFigures.map((name) => [name, figure(name)])) as unknown as DepositFigures;

/** Writes the row of a change from one state to the other, with it in one transaction; none where no figure differs. */
export const writeDepositRow = async (
  { collections: { depositRows } }: Stores,
  dbSession: DbSession,
  before: DepositFigures,
  after: DepositFigures,
  { user, by, ref, reason, now }: PostedFields,
): Promise<void> => {
  const added = figuresBy((name) => after[name] - before[name]);
  if (Object.values(added).every((figure) => figure === 0)) return;
  const row: DepositRowDocument = {
    _id: new ObjectId(),
    user,
    at: now,
    ...added,
    by,
    ...(ref ? { ref } : {}),
    reason,
  };
  await depositRows.insertOne(row, { session: dbSession });
};

/**
 * Changes a user's deposit by differences, with its row, inside the transaction of its cause. Returns the deposit after
 * it. Throws `conflict` where a figure would fall below 0.
 */
export const postDeposit = async (
  stores: Stores,
  dbSession: DbSession,
  { add, set = {}, ...fields }: DepositPosting,
): Promise<DepositDocument> => {
  const { deposits } = stores.collections;
  const { user } = fields;
  const known = await deposits.findOne({ _id: user }, { session: dbSession });
  if (!known) await openDeposit(stores, dbSession, user);
  const present: DepositDocument = known ?? { _id: user, ...noDeposit };

  const figures = figuresBy((name) => present[name] + (add[name] ?? 0));
  const below = depositFigures.find((name) => figures[name] < 0);
  if (below) throw new DomainError("conflict", `${below} would fall below 0: take away less`);
  const changed = await deposits.findOneAndUpdate(
    { _id: user, rev: present.rev },
    { $set: { ...figures, ...set }, $inc: { rev: 1 } },
    { session: dbSession, returnDocument: "after" },
  );
  if (!changed) throw new DomainError("conflict", "This user's deposit was changed meanwhile");
  await writeDepositRow(stores, dbSession, present, figures, fields);
  return changed;
};

/**
 * Frees a deposit slot, inside the transaction of its cause. Nothing where no slot is used any more, because an operator
 * has said so meanwhile: `depositUsed` is never below 0, and no refund or return fails for it.
 */
export const freeSlot = async (
  stores: Pick<Mongo, "collections">,
  dbSession: DbSession,
  published: Omit<DepositPosting, "add" | "set">,
): Promise<void> => {
  const known = await stores.collections.deposits.findOne({ _id: published.user }, { session: dbSession });
  if (!known || known.depositUsed === 0) return;
  await postDeposit(stores, dbSession, { ...published, add: { depositUsed: -1 } });
};
