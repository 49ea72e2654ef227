import type { RankAnchorDocument } from "#shared/runtime/documents/orders.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type RankedList, rowsPerAnchor } from "#shared/runtime/ranks/ranked-lists.ts";
import type { Walk } from "./walk.ts";

/**
 * Removes the anchors of a list that a walk along all of it has no rows for: the books were restored from an older
 * copy, or a row is gone. Those from `cutoff` on were not walked by. Answers how many there were.
 */
export const dropFalse = async (
  { collections: { rankAnchors } }: Pick<Mongo, "collections">,
  { name }: Pick<RankedList, "name">,
  walk: Pick<Walk, "rowsOf">,
  cutoff: Date,
): Promise<number> => {
  const ofList = { scope: { $gte: name, $lt: `${name}!` } };
  const tops = rankAnchors.aggregate<Pick<RankAnchorDocument, "k"> & { _id: string }>(
    [{ $match: ofList }, { $sort: { scope: 1, k: -1 } }, { $group: { _id: "$scope", k: { $first: "$k" } } }],
    { hint: "k" },
  );
  let dropped = 0;
  for await (const { _id: scope, k } of tops) {
    const rows = walk.rowsOf(scope);
    const most = Math.floor((rows ?? Number.POSITIVE_INFINITY) / rowsPerAnchor);
    if (k <= most) continue;
    dropped += (await rankAnchors.deleteMany({ scope, k: { $gt: most }, at: { $lt: cutoff } })).deletedCount;
  }
  return dropped;
};
