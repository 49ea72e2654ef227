import type { ObjectId } from "mongodb";
import type { listOwedCans } from "#shared/cans/cans.api.ts";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { CallAnswer } from "#shared/http/endpoint.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";

type Parts = Pick<FeatureParts, "mongo">;
type Answer = CallAnswer<typeof listOwedCans>;
interface Sum {
  _id: { machine: ObjectId; product: ObjectId };
  brand: string;
  cans: number;
}

/**
 * What customers have bought and not yet taken, added up from their accounts each time: a balance per machine would be
 * written by every sale there. Only accounts with cans are in the index. Throws `missing` for a machine that is not there.
 */
export const createOwedCans = ({ mongo }: Parts) => {
  const { cans, products } = mongo.collections;

  const add = async (session: DbSession, machine: ObjectId | null) => {
    const there = machine ? { "current.machine": machine } : {};
    const sums = await cans
      .aggregate<Sum>(
        [
          { $match: { ...there, totalCans: { $gt: 0 } } },
          { $unwind: "$current" },
          ...(machine ? [{ $match: there }] : []),
          {
            $group: {
              _id: { machine: "$current.machine", product: "$current.product" },
              brand: { $max: "$current.brand" },
              cans: { $sum: "$current.totalCans" },
            },
          },
        ],
        { session, hint: "owedAt" },
      )
      .toArray();
    const known = await products.find({}, { session, projection: { brand: 1 } }).toArray();
    const brands = new Map(known.map(({ _id, brand }) => [_id.toHexString(), brand]));
    return sums.map(({ _id: { machine: at, product }, brand, cans: count }) => ({
      vendingMachine: at.toHexString(),
      product: product.toHexString(),
      brand: brands.get(product.toHexString()) ?? brand,
      cans: count,
    }));
  };

  const read = (named: string | undefined): Promise<Answer> =>
    mongo.answerAsOf(async (dbSession) => ({
      owed: await add(dbSession, named ? (await requireMachine(mongo, dbSession, named))._id : null),
    }));
  /** Everybody who loads all machines at once, as after a reconnect, is answered by one reading. */
  const ofAll = createSharedRun(() => read(undefined));
  return (named: string | undefined): Promise<Answer> => (named ? read(named) : ofAll());
};
