import type { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";

/** A brand with at least this many containers runs low when this share of them, or less, has a can. */
const low = { containers: 5, share: 0.2 };

const named = (ids: readonly ObjectId[], brands: ReadonlyMap<string, string>): string => {
  const names = ids.map((id) => brands.get(id.toHexString()) ?? "a brand").toSorted();
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
};

/** Brands with containers and not one can, and those with few, of one active machine together. */
export const soldOut = ({ collections: { containers, products } }: Pick<Mongo, "collections">): Finder => ({
  name: "sold-out",
  kinds: ["sold-out", "brand-low"],
  everyMs: 120_000,
  find: async ({ now, network }) => {
    // Out of the index alone: no container is read.
    const few = await containers
      .aggregate<{ _id: ObjectId; soldOut: ObjectId[]; low: ObjectId[] }>(
        [
          {
            $group: {
              _id: { machine: "$machine", product: "$product" },
              cans: { $sum: { $cond: [{ $and: ["$isWorking", { $not: ["$isEmpty"] }] }, 1, 0] } },
              containers: { $sum: { $cond: ["$isWorking", 1, 0] } },
            },
          },
          {
            $match: {
              "_id.product": { $type: "objectId" },
              $expr: {
                $or: [
                  { $eq: ["$cans", 0] },
                  {
                    $and: [
                      { $gte: ["$containers", low.containers] },
                      { $lte: ["$cans", { $multiply: ["$containers", low.share] }] },
                    ],
                  },
                ],
              },
            },
          },
          {
            $group: {
              _id: "$_id.machine",
              soldOut: { $push: { $cond: [{ $eq: ["$cans", 0] }, "$_id.product", "$$REMOVE"] } },
              low: { $push: { $cond: [{ $eq: ["$cans", 0] }, "$$REMOVE", "$_id.product"] } },
            },
          },
        ],
        { hint: "counts" },
      )
      .toArray();
    if (few.length === 0) return [];
    const brands = new Map(
      (await products.find().project<{ _id: ObjectId; brand: string }>({ brand: 1 }).toArray()).map(
        ({ _id, brand }) => [_id.toHexString(), brand],
      ),
    );
    const fewOf = new Map(few.map((one) => [one._id.toHexString(), one]));
    return (await network()).machines.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const found = fewOf.get(subject);
      if (!found || !machine.active) return [];
      const of = (kind: "sold-out" | "brand-low", ids: readonly ObjectId[], words: string): Finding[] =>
        ids.length === 0
          ? []
          : [{ kind, subject, words: `${named(ids, brands)} ${words} at ${machine.name}`, since: now, machine }];
      return [
        ...of("sold-out", found.soldOut, "sold out"),
        ...of("brand-low", found.low, found.low.length === 1 ? "runs low" : "run low"),
      ];
    });
  },
});
