import type { Collection } from "mongodb";
import type { Collections } from "#shared/runtime/collections.ts";
import type { Known } from "./arbitrary-of.ts";

const most = 20;

/** A few values of a field, as the wire has them. */
const valuesOf = async (collection: Pick<Collection, "find">, field: string): Promise<string[]> => {
  const found = await collection.find({}, { projection: { [field]: 1 }, sort: { _id: -1 }, limit: most }).toArray();
  return found.flatMap((document) => (document[field] ? [String(document[field])] : []));
};

/**
 * What stands in the database now, under the names that calls have for it: fields, or the tag of a call for its `id`.
 */
export const readKnownValues = async (collections: Collections) => {
  const read = (name: keyof Collections, field = "_id") =>
    valuesOf(collections[name] as unknown as Pick<Collection, "find">, field);
  const [machines, machineIds, users, phones, emails] = await Promise.all([
    read("machines"),
    read("machines", "vendingMachineId"),
    read("users"),
    read("users", "phone"),
    read("users", "email"),
  ]);
  const [products, brands, profiles, regions, containers, labels, orders, transactions] = await Promise.all([
    read("products"),
    read("products", "brand"),
    read("productProfiles"),
    read("regions"),
    read("containers"),
    read("containers", "containerId"),
    read("orders"),
    read("canTransactions"),
  ]);
  const [penalties, deletions, reports, schedules, jobs, keys, sales, sessions] = await Promise.all([
    read("penalties"),
    read("accountDeletions"),
    read("reports"),
    read("reportSchedules"),
    read("jobs"),
    read("apiKeys"),
    read("sales"),
    read("sessions"),
  ]);
  const [serials, requests, logins, orderIds, paymentIds, transactionIds] = await Promise.all([
    read("units", "serialNumber"),
    read("registrationRequests", "serialNumber"),
    read("logins"),
    read("orders", "orderId"),
    read("orders", "paymentId"),
    read("canTransactions", "transactionId"),
  ]);
  const entries = await collections.productProfiles.find({}, { limit: most }).toArray();
  const values: Record<string, string[]> = {
    machines,
    machine: machines,
    vendingMachine: [...machines, ...machineIds, "all"],
    vendingMachineId: machineIds,
    users: [...users, ...users, ...deletions],
    user: users,
    actor: users,
    record: [...users, ...machines, ...orders],
    phone: phones,
    email: emails,
    products,
    product: products,
    productId: products,
    prevProduct: products,
    brand: brands,
    profiles,
    profile: profiles,
    regions,
    region: regions,
    containers: [...containers, ...labels],
    container: containers,
    container_id: labels,
    lockFailedTo: ["Failed To Open", "Failed To Close"],
    operationType: ["Open Container", "Stock Update"],
    page: ["1", "2", "3"],
    q: [...machineIds, ...phones],
    orders,
    payments: orders,
    transactions,
    canTransaction: transactions,
    penalties: [...penalties, ...users],
    reports: [...reports, ...schedules],
    system: jobs,
    "api-keys": keys,
    auth: [...logins, ...users],
    sales,
    "control-units": sessions,
    serialNumber: [...serials, ...requests],
    orderId: orderIds,
    paymentId: paymentIds,
    transactionId: transactionIds,
    entryId: entries.flatMap(({ brands: of }) => of.map(({ _id }) => _id.toHexString())),
  };
  return ({ field, nth, otherwise }: Known): unknown => {
    const these = values[field] ?? [];
    return these[nth % Math.max(1, these.length)] ?? otherwise;
  };
};
