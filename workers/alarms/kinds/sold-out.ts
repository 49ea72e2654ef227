import type { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Finder, Finding } from "../finding.ts";

/** Brands with containers and not one can, of one active machine together. */
export const soldOut = ({ collections: { containers, products } }: Pick<Mongo, "collections">): Finder => ({
  name: "sold-out",
  kinds: ["sold-out"],
  everyMs: 120_000,
  find: async ({ now, network }) => {
    // Out of the index alone: no container is read.
    const empty = await containers
      .aggregate<{ _id: ObjectId; products: ObjectId[] }>(
        [
          {
            $group: {
              _id: { machine: "$machine", product: "$product" },
              cans: { $sum: { $cond: [{ $and: ["$isWorking", { $not: ["$isEmpty"] }] }, 1, 0] } },
            },
          },
          { $match: { cans: 0, "_id.product": { $type: "objectId" } } },
          { $group: { _id: "$_id.machine", products: { $push: "$_id.product" } } },
        ],
        { hint: "counts" },
      )
      .toArray();
    if (empty.length === 0) return [];
    const brands = new Map(
      (await products.find().project<{ _id: ObjectId; brand: string }>({ brand: 1 }).toArray()).map(
        ({ _id, brand }) => [_id.toHexString(), brand],
      ),
    );
    const emptyOf = new Map(empty.map(({ _id, products: ids }) => [_id.toHexString(), ids]));
    return (await network()).machines.flatMap((machine): Finding[] => {
      const subject = machine._id.toHexString();
      const ids = emptyOf.get(subject);
      if (!ids || !machine.active) return [];
      const names = ids.map((id) => brands.get(id.toHexString()) ?? "a brand").toSorted();
      const shown =
        names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
      return [{ kind: "sold-out", subject, words: `${shown} sold out at ${machine.name}`, since: now, machine }];
    });
  },
});
