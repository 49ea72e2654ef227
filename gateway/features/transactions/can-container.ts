import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CanContainer } from "#shared/transactions/container-mark.rules.ts";

/** The container of a can, as Needs action shows it. */
export const showCanContainer = async (
  { collections: { products } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  { label, product, isWorking, isEmpty, stockedOn, rev }: ContainerDocument,
): Promise<CanContainer> => {
  const named = product && (await products.findOne({ _id: product }, { session: dbSession, projection: { brand: 1 } }));
  return {
    containerId: label,
    brand: named?.brand ?? "",
    isWorking,
    isEmpty,
    stockedOn: stockedOn?.toISOString() ?? null,
    rev,
  };
};
