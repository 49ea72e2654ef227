import type { ObjectId } from "mongodb";
import { isReservedAt } from "#shared/containers/container.rules.ts";
import { pivotColumn } from "#shared/inventory/inventory.rules.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { createInventoryRepository } from "./inventory.repository.ts";
import type { StockedContainer } from "./machine-stock.ts";

const countIn = (containers: StockedContainer[], now: number): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const container of containers) {
    const reservedUntil = container.reservedUntil?.getTime() ?? null;
    const isWaiting = isReservedAt({ ...container, reservedUntil }, now);
    if (!container.product || isWaiting || pivotColumn(container) !== "inStock") continue;
    const product = container.product.toHexString();
    counts.set(product, (counts.get(product) ?? 0) + 1);
  }
  return counts;
};

/**
 * Cans that each of these machines has for sale at that moment, by machine and product; cans that are reserved for
 * somebody are left out.
 */
export const forSaleAmong = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  machines: ObjectId[],
  now: number,
): Promise<Map<string, Map<string, number>>> => {
  const stocked = await createInventoryRepository(mongo).stocked(dbSession, machines);
  return new Map(stocked.map(({ machine, containers }) => [machine._id.toHexString(), countIn(containers, now)]));
};

/** The same of one machine, by product. */
export const forSaleAt = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  machine: ObjectId,
  now: number,
): Promise<Map<string, number>> =>
  (await forSaleAmong(mongo, dbSession, [machine], now)).get(machine.toHexString()) ?? new Map();
