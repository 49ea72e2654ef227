import type { ObjectId } from "mongodb";
import { isReservedAt } from "#shared/containers/container.rules.ts";
import { pivotColumn } from "#shared/inventory/inventory.rules.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { createInventoryRepository } from "./inventory.repository.ts";

/** Cans that a machine has for sale at that moment, by product: not those that wait for somebody else. */
export const forSaleAt = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  machine: ObjectId,
  now: number,
): Promise<Map<string, number>> => {
  const [stocked] = await createInventoryRepository(mongo).stocked(dbSession, [machine]);
  const counts = new Map<string, number>();
  for (const container of stocked?.containers ?? []) {
    const reservedUntil = container.reservedUntil?.getTime() ?? null;
    const isWaiting = isReservedAt({ ...container, reservedUntil }, now);
    if (!container.product || isWaiting || pivotColumn(container) !== "inStock") continue;
    const product = container.product.toHexString();
    counts.set(product, (counts.get(product) ?? 0) + 1);
  }
  return counts;
};
