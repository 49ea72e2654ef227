import type { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "../runtime/mongo.ts";
import type { CansDocument, DepositDocument } from "./accounts.document.server.ts";

type Stores = Pick<Mongo, "collections">;

/** What a user has who never paid a deposit. */
export const noDeposit = {
  deposit: 0,
  securityDeposit: 0,
  depositBought: 0,
  depositUsed: 0,
  freeDeposit: 0,
  collectSecurityDeposit: false,
  receivedFreeDeposit: false,
  rev: 0,
} satisfies Omit<DepositDocument, "_id">;

/** What a user has who never bought a can. */
export const noCans = {
  totalCans: 0,
  cansLimit: 0,
  openedCans: 0,
  openedDay: null,
  current: [],
  postedAt: null,
  rev: 0,
} satisfies Omit<CansDocument, "_id">;

/** So that there is a deposit record to change. */
export const openDeposit = async ({ collections }: Stores, dbSession: DbSession, user: ObjectId): Promise<void> => {
  await collections.deposits.updateOne(
    { _id: user },
    { $setOnInsert: noDeposit },
    { session: dbSession, upsert: true },
  );
};

/** So that there is a record of cans to change. */
export const openCans = async ({ collections }: Stores, dbSession: DbSession, user: ObjectId): Promise<void> => {
  await collections.cans.updateOne({ _id: user }, { $setOnInsert: noCans }, { session: dbSession, upsert: true });
};

/** With the user, in the transaction that adds them. Older users have none: their first change opens them. */
export const openAccounts = async (stores: Stores, dbSession: DbSession, user: ObjectId): Promise<void> => {
  await openDeposit(stores, dbSession, user);
  await openCans(stores, dbSession, user);
};
