import type { Mongo } from "#shared/runtime/mongo.ts";
import { aBrandEntry, aContainer, aMachine, aUnit } from "#shared/runtime/testing/stored-records.ts";
import { addProduct, addProfile, addRegion } from "../../gateway/testing/network.ts";

const brands = 12;
/** Even a busy computer stores this many of their containers before the driver gives up. */
const perInsert = 250;

/**
 * Machines with a unit and the same number of containers each, straight in the database: seven of ten containers are
 * full, one of twenty is disabled, and at one machine of ten the first brand is sold out. Returns the units' serial
 * numbers.
 */
export const plantNetwork = async (mongo: Mongo, machines: number, containers: number): Promise<string[]> => {
  const { collections } = mongo;
  const products = await Promise.all(
    Array.from({ length: brands }, (_, n) => addProduct({ mongo }, { brand: `Brand ${n + 1}` })),
  );
  const sold = products.map((product, at) => aBrandEntry(product, at + 1));
  const profile = await addProfile({ mongo }, { name: "City prices", brands: sold });
  await addRegion({ mongo }, { region: "Kochi", profiles: [profile._id] });
  const serials: string[] = [];
  for (let begun = 0; begun < machines; begun += perInsert) {
    const some = Array.from({ length: Math.min(perInsert, machines - begun) }, (_, n) =>
      aMachine({
        name: `Machine ${begun + n + 1}`,
        vendingMachineId: `LST-${machines - begun - n}`,
        profile: profile._id,
        active: (begun + n) % 50 !== 49,
      }),
    );
    const units = some.map((machine, n) =>
      aUnit(machine, {
        serialNumber: `CU-${machine.vendingMachineId}`,
        name: machine.name,
        registeredAt: new Date(Date.UTC(2026, 0, 1) + (begun + n) * 1_000),
      }),
    );
    await collections.machines.insertMany(some, { ordered: false });
    await collections.units.insertMany(units, { ordered: false });
    await collections.containers.insertMany(
      some.flatMap((machine, n) =>
        Array.from({ length: containers }, (_, at) => {
          const product = products[(n + at) % brands]?._id ?? null;
          const isSoldOut = n % 10 === 0 && at === 0;
          return aContainer(machine, at + 1, {
            product,
            isEmpty: isSoldOut || (n + at) % 10 >= 7,
            isWorking: (n + at) % 20 !== 13,
          });
        }),
      ),
      { ordered: false },
    );
    serials.push(...units.map(({ serialNumber }) => serialNumber));
  }
  return serials;
};
