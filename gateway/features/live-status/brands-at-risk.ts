import { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import { usualHoursOf } from "#shared/live-status/at-risk.rules.ts";
import { type BrandAtRisk, mostAtRisk } from "#shared/live-status/at-risk.schema.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createUsualSales } from "./usual-sales.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "manyMachines">;

/** Each reads the orders of one machine. */
const atOnce = 8;

/**
 * What sold-out brands of active machines usually sell in the time since they sold out, as `createAtRisk` says it of
 * whole machines. Since when, the gateway that saw it has stored (`gateway/features/inventory/sold-out.ts`).
 */
export const createBrandsAtRisk = ({ mongo, clock, manyMachines }: Parts) => {
  const { machines, products, soldOut } = mongo.collections;
  const usualSales = createUsualSales(mongo.collections);

  /**
   * Brands that sold out last come first: nobody is surprised by one that has been sold out for weeks. In a large
   * network only as many machines are read as brands are listed, those at which a brand sold out last.
   */
  const read = async () => {
    const many = await manyMachines();
    const deactive = many?.flatMap(({ active, id }) => (active ? [] : [new ObjectId(id)]));
    const { found, asOf } = await mongo.readAsOf(async (session) => {
      const lacking = await (deactive
        ? soldOut
            .find({ _id: { $nin: deactive }, "products.0": { $exists: true } }, { session })
            .sort({ lastSince: -1 })
            .limit(mostAtRisk)
        : soldOut.find({ "products.0": { $exists: true } }, { session })
      ).toArray();
      const offered = await machines
        .find({ _id: { $in: lacking.map(({ _id }) => _id) }, active: true }, { session })
        .project<{ _id: ObjectId; createdAt: Date }>({ createdAt: 1 })
        .toArray();
      const named = await products
        .find({}, { session })
        .project<{ _id: ObjectId; brand: string }>({ brand: 1 })
        .toArray();
      return { lacking, offered, named };
    });
    const addedOf = new Map(found.offered.map(({ _id, createdAt }) => [_id.toHexString(), createdAt.getTime()]));
    const brandOf = new Map(found.named.map(({ _id, brand }) => [_id.toHexString(), brand]));
    const brands = found.lacking.flatMap(({ _id, products: ids, since = {} }) =>
      ids.flatMap((product) => {
        const id = product.toHexString();
        const [added, brand, at] = [addedOf.get(_id.toHexString()), brandOf.get(id), since[id]];
        return added === undefined || brand === undefined || !at ? [] : [{ machine: _id, product, brand, at, added }];
      }),
    );
    brands.sort((one, other) => +other.at - +one.at);
    return { brands: brands.slice(0, mostAtRisk), asOf };
  };

  return async () => {
    const { brands, asOf } = await read();
    const now = clock.now();
    const found: BrandAtRisk[] = [];
    const [failure] = await eachLimited(brands, atOnce, async ({ machine, product, brand, at, added }) => {
      const usual = usualHoursOf({ from: at.getTime(), before: now }, added);
      const amount = usual ? await usualSales(machine, usual, product) : 0;
      if (amount > 0) found.push({ machine: machine.toHexString(), brand, since: at.toISOString(), amount });
    });
    if (failure !== undefined) throw failure;
    found.sort((one, other) => other.amount - one.amount || one.machine.localeCompare(other.machine));
    return { brands: found, until: new Date(now).toISOString(), asOf };
  };
};
