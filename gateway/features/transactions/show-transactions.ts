import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { type TransactionNames, transactionView } from "#shared/transactions/transaction-view.server.ts";
import { readShownNames } from "../../records/shown-names.ts";

type Parts = Pick<Mongo, "collections">;
type Shown = Pick<CanTransactionDocument, "user" | "machine">;

const nowhere = { name: "", profileName: "", region: "" };

/** Every name that these are shown with: those of a machine as its profile and region are now. */
const namesOf = async (mongo: Parts, dbSession: DbSession, shown: Shown[]): Promise<TransactionNames> => {
  const names = await readShownNames(mongo, dbSession, {
    people: shown.map(({ user }) => user),
    machines: shown.map(({ machine }) => machine),
  });
  return {
    ...names,
    machineOf: (id) => {
      const place = names.machine(id);
      if (!place) return nowhere;
      const { name, profile } = place;
      return { name, profileName: names.profileName(profile), region: names.regionOf(profile) };
    },
  };
};

/** Transactions as the wire carries them, for all replies: their names are read in the same snapshot. */
export const showTransactions =
  (mongo: Parts) =>
  async (found: CanTransactionDocument[], dbSession: DbSession): Promise<CanTransaction[]> => {
    const names = await namesOf(mongo, dbSession, found);
    return found.map((can) => transactionView(can, names));
  };

/** The same for one transaction. */
export const showTransaction = async (
  mongo: Parts,
  dbSession: DbSession,
  can: CanTransactionDocument,
): Promise<CanTransaction> => transactionView(can, await namesOf(mongo, dbSession, [can]));
