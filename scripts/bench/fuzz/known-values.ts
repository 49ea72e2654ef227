import type { Collection } from "mongodb";
import type { Collections } from "#shared/runtime/collections.ts";
import type { Known } from "./arbitrary-of.ts";

const most = 20;

/** Where a call's field, or its tag for an id, is named otherwise than what stands in the database. */
const elsewhere: Record<string, string[]> = {
  machine: ["machines"],
  vendingMachine: ["machines", "vendingMachineId"],
  user: ["users"],
  actor: ["users"],
  record: ["users", "machines", "orders"],
  product: ["products"],
  productId: ["products"],
  prevProduct: ["products"],
  profiles: ["productProfiles"],
  profile: ["productProfiles"],
  region: ["regions"],
  containers: ["containers", "containerId"],
  container: ["containers"],
  container_id: ["containerId"],
  q: ["vendingMachineId", "phone"],
  payments: ["orders"],
  transactions: ["canTransactions"],
  canTransaction: ["canTransactions"],
  penalties: ["penalties", "users"],
  reports: ["reports", "reportSchedules"],
  system: ["jobs"],
  "api-keys": ["apiKeys"],
  auth: ["logins", "users"],
  users: ["users", "accountDeletions"],
  "control-units": ["sessions"],
};

/** What stands in the database now: the newest values of each field, and the ids of each collection under its name. */
export const readKnownValues = async (collections: Collections) => {
  const values: Record<string, string[]> = { page: ["1", "2", "3"], operationType: ["Open Container", "Stock Update"] };
  const note = (field: string, value: unknown): void => {
    const these = values[field] ?? [];
    these.push(String(value));
    values[field] = these;
  };
  for (const [name, collection] of Object.entries(collections) as unknown as [string, Collection][]) {
    if (/History$/.test(name)) continue;
    for (const document of await collection.find({}, { sort: { _id: -1 }, limit: most }).toArray()) {
      note(name, document._id);
      for (const { _id } of document.brands ?? []) note("entryId", _id);
      for (const [field, value] of Object.entries(document)) if (typeof value === "string") note(field, value);
    }
  }
  return ({ field, nth, otherwise }: Known): unknown => {
    const these = (elsewhere[field] ?? [field]).flatMap((name) => values[name] ?? []);
    return these[nth % Math.max(1, these.length)] ?? otherwise;
  };
};
