import type { ObjectId } from "mongodb";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aBrandEntry, aContainer, aMachine, word } from "#shared/runtime/testing/stored-records.ts";
import { addProduct, addProfile } from "../../gateway/testing/network.ts";

const dayMs = 86_400_000;
const begun = Date.UTC(2026, 0, 1);
const brands = 8;

/** Seven of ten are full, one of twenty is disabled, one of fifty reserved, one of ten has no product. */
const containerAt = (machine: MachineDocument, channel: number, n: number, products: ObjectId[]): ContainerDocument => {
  const product = n % 10 === 9 ? null : (products[n % products.length] ?? null);
  const isFull = product !== null && n % 10 < 7;
  return aContainer(machine, channel, {
    product,
    isEmpty: !isFull,
    isWorking: n % 20 !== 13,
    isReserved: isFull && n % 50 === 0,
    reservedAt: isFull && n % 50 === 0 ? new Date(begun) : null,
    stockedOn: isFull ? new Date(begun + ((n * 7919) % (120 * 24)) * (dayMs / 24)) : null,
  });
};

/** A network straight in the database. Returns the ids of its machines. */
export const plantStock = async (mongo: Mongo, machines: number, containers: number): Promise<ObjectId[]> => {
  const products = await Promise.all(Array.from({ length: brands }, () => addProduct({ mongo })));
  const profile = await addProfile(
    { mongo },
    { brands: products.map((product, index) => aBrandEntry(product, index + 1)) },
  );
  const ids = products.map(({ _id }) => _id);
  const planted = Array.from({ length: machines }, (_, index) =>
    aMachine({
      name: `Machine ${String(index).padStart(5, "0")}`,
      vendingMachineId: word("BENCH"),
      profile: profile._id,
      createdAt: new Date(begun),
    }),
  );
  await mongo.collections.machines.insertMany(planted);
  const batch = 50;
  for (let from = 0; from < machines; from += batch) {
    await mongo.collections.containers.insertMany(
      planted
        .slice(from, from + batch)
        .flatMap((machine, index) =>
          Array.from({ length: containers }, (_, c) =>
            containerAt(machine, c + 1, (from + index) * containers + c, ids),
          ),
        ),
      { ordered: false },
    );
  }
  return planted.map(({ _id }) => _id);
};
