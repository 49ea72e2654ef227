import type { ObjectId } from "mongodb";
import { scopesOf } from "#shared/runtime/books/can-scopes.ts";
import { noCans, noDeposit } from "#shared/runtime/books/open-accounts.ts";
import { type DepositFigures, depositFigures } from "#shared/runtime/books/post-deposit.ts";
import type {
  CanRowDocument,
  CansDocument,
  DepositDocument,
  DepositRowDocument,
  PenaltyDocument,
} from "#shared/runtime/documents/accounts.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import type { CanTransactionDocument } from "#shared/runtime/documents/transactions.ts";

/** A customer's books while his past is made up. */
export interface Account {
  user: UserDocument;
  cans: CansDocument;
  deposit: DepositDocument;
  penalties: PenaltyDocument[];
  /** Cans that he has at home and that hold a slot each. */
  atHome: CanTransactionDocument[];
  /** When his last visit was over. */
  goneAt: number;
}

export const openAccount = (user: UserDocument): Account => ({
  user: { ...user },
  cans: { _id: user._id, ...noCans, current: [] },
  deposit: { _id: user._id, ...noDeposit, collectSecurityDeposit: user.needSecurityDeposit },
  penalties: [],
  atHome: [],
  goneAt: 0,
});

export const owedBy = ({ penalties }: Account): PenaltyDocument[] =>
  penalties.filter(({ paid, canceled }) => !paid && !canceled);

type CanPosting = Pick<
  CanRowDocument,
  "_id" | "machine" | "product" | "brand" | "credit" | "debit" | "ref" | "message"
> & { now: number };

/** As `postCans` of the books would: the account is changed, and the row that tells it is answered. */
export const postCans = ({ user, cans }: Account, { now, ...posting }: CanPosting): CanRowDocument => {
  const { machine, product, brand, credit, debit } = posting;
  const known = cans.current.find((entry) => entry.machine.equals(machine) && entry.product.equals(product));
  const totalCans = (known?.totalCans ?? 0) + credit - debit;
  if (totalCans < 0) throw new RangeError("more cans were taken than there are");
  if (!known) cans.current.push({ machine, product, brand, totalCans });
  else Object.assign(known, { brand, totalCans });
  cans.current = cans.current.filter((entry) => entry.totalCans > 0);
  cans.totalCans += credit - debit;
  cans.postedAt = new Date(Math.max(now, (cans.postedAt?.getTime() ?? 0) + 1));
  cans.rev += 1;
  return {
    ...posting,
    at: cans.postedAt,
    user: user._id,
    userTotal: cans.totalCans,
    scopes: scopesOf({ user: user._id, machine, product }),
  };
};

/** A can that was taken counts on its day. */
export const countOpened = ({ cans }: Account, day: string): void => {
  cans.openedCans = (cans.openedDay === day ? cans.openedCans : 0) + 1;
  cans.openedDay = day;
};

interface DepositPosting {
  _id: ObjectId;
  add: Partial<DepositFigures>;
  set?: Partial<Pick<DepositDocument, "collectSecurityDeposit" | "receivedFreeDeposit">>;
  by: DepositRowDocument["by"];
  ref: NonNullable<DepositRowDocument["ref"]>;
  reason: string;
  now: number;
}

/** As `postDeposit` of the books would: the row is null where no figure differs. */
export const postDeposit = ({ user, deposit }: Account, posting: DepositPosting): DepositRowDocument | null => {
  const { _id, add, set = {}, by, ref, reason, now } = posting;
  const added = Object.fromEntries(depositFigures.map((name) => [name, add[name] ?? 0])) as unknown as DepositFigures;
  for (const name of depositFigures) deposit[name] += added[name];
  Object.assign(deposit, set);
  deposit.rev += 1;
  if (Object.values(added).every((figure) => figure === 0)) return null;
  return { _id, user: user._id, at: new Date(now), ...added, by, ref, reason };
};

export const freeSlots = ({ deposit }: Account): number =>
  deposit.depositBought + deposit.freeDeposit - deposit.depositUsed;
