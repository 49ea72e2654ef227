import { scopesOf } from "#shared/cans/can-scopes.server.ts";
import { type DepositFigures, depositFigures } from "#shared/deposits/post-deposit.server.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type {
  CanRowDocument,
  CansDocument,
  DepositDocument,
  DepositRowDocument,
  PenaltyDocument,
} from "#shared/users/accounts.document.server.ts";
import { noCans, noDeposit } from "#shared/users/open-accounts.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { Written } from "./records.ts";

/** A customer's books while their history is made up. */
export interface Account {
  user: UserDocument;
  cans: CansDocument;
  deposit: DepositDocument;
  penalties: PenaltyDocument[];
  /** Cans that they have at home and that occupy a slot each. */
  atHome: CanTransactionDocument[];
  /** When their last visit was over. */
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

export const owedBy = ({ penalties }: Account) => penalties.filter(({ paid, canceled }) => !paid && !canceled);
export const freeSlots = ({ deposit }: Account) => deposit.depositBought + deposit.freeDeposit - deposit.depositUsed;

type CanPosting = Omit<CanRowDocument, "at" | "user" | "userTotal" | "scopes"> & { now: number };

/** As `postCans` of the books would: the account is changed, and the row that says so is written. */
export const postCans = (
  { user, cans }: Account,
  written: Written,
  { now, ...posting }: CanPosting,
): CanRowDocument => {
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
  const scopes = scopesOf({ user: user._id, machine, product });
  const row = { ...posting, at: cans.postedAt, user: user._id, userTotal: cans.totalCans, scopes };
  written.canLedger.push(row);
  return row;
};

interface DepositPosting extends Pick<DepositRowDocument, "_id" | "by" | "ref" | "reason"> {
  add: Partial<DepositFigures>;
  set?: Partial<DepositDocument>;
  now: number;
}

/** As `postDeposit` of the books would: no row where no figure differs. */
export const postDeposit = ({ user, deposit }: Account, written: Written, posting: DepositPosting): void => {
  const { add, set, now, ...row } = posting;
  const added = Object.fromEntries(depositFigures.map((name) => [name, add[name] ?? 0])) as unknown as DepositFigures;
  for (const name of depositFigures) deposit[name] += added[name];
  Object.assign(deposit, set);
  deposit.rev += 1;
  if (Object.values(added).some((figure) => figure !== 0))
    written.depositRows.push({ ...row, user: user._id, at: new Date(now), ...added });
};
