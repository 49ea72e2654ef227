import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

type Counts = Record<string, { assignedContainers: number; empty: number; inStock: number; disabled: number }>;
export const sorted = <T>(of: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Everything that the figures are counted from, as it is stored; nothing may move meanwhile. */
export const readRows = async ({ collections }: Mongo) => {
  const now = Date.now();
  const machines = await collections.machines.find().toArray();
  const containers = await collections.containers.find().sort({ machine: 1, channel: 1 }).toArray();
  const products = await collections.products.find().toArray();
  const units = await collections.units.find().toArray();
  const soldOut = await collections.soldOut.find().toArray();
  const brandOf = new Map(products.map(({ _id, brand }) => [`${_id}`, brand]));
  const byMachine = new Map(machines.map(({ _id }) => [`${_id}`, [] as ContainerDocument[]]));
  for (const container of containers) byMachine.get(`${container.machine}`)?.push(container);
  const isHeld = ({ isReserved, reservedUntil }: ContainerDocument) =>
    isReserved && (reservedUntil === null || +reservedUntil > now);

  const pivotOf = (some: readonly ContainerDocument[]): Counts => {
    const counts: Counts = {};
    for (const { product, isWorking, isEmpty } of some) {
      if (!product) continue;
      const brand = brandOf.get(`${product}`) ?? "";
      const of = counts[brand] ?? { assignedContainers: 0, empty: 0, inStock: 0, disabled: 0 };
      counts[brand] = of;
      of.assignedContainers += 1;
      of[isWorking ? (isEmpty ? "empty" : "inStock") : "disabled"] += 1;
    }
    return sorted(counts);
  };
  return {
    now,
    machines,
    /** Those with a control unit: at the others nothing happens. */
    busy: machines.filter(({ _id }) => units.some(({ machine }) => machine?.equals(_id))),
    containers,
    products,
    soldOut,
    brandOf,
    isHeld,
    pivotOf,
    containersOf: (machine: unknown): readonly ContainerDocument[] => byMachine.get(`${machine}`) ?? [],
    cans: await collections.canTransactions.find().toArray(),
    accounts: await collections.cans.find().toArray(),
    deposits: await collections.deposits.find().toArray(),
    users: await collections.users.find({ role: "customer" }).toArray(),
    ledger: await collections.canLedger.find().toArray(),
    commands: await collections.transactionLedger.countDocuments(),
    profiles: await collections.productProfiles.find().toArray(),
    regions: await collections.regions.find().toArray(),
  };
};
export type Rows = Awaited<ReturnType<typeof readRows>>;

/** Notes where a figure is not what the rows say. */
export type Same = (what: string, is: unknown, should: unknown) => void;
