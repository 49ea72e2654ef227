import type { CollectionName } from "#shared/runtime/collections.ts";

/** Units report all their locks after each reconnect: a door that stays as it was is not published. */
const doorSaidAgain = {
  "ns.coll": "doors",
  operationType: "update",
  "updateDescription.updatedFields.isLocked": { $exists: false },
  "updateDescription.removedFields": { $ne: "isLocked" },
};
/** Rows come into being with their session, whose number was not answered yet: nobody can look at them. */
const newRow = { "ns.coll": "sessionRows", operationType: "insert" };
/** Fields that were set, removed or, as lists, shortened. */
const changedFields = {
  $concatArrays: [
    { $map: { input: { $objectToArray: { $ifNull: ["$updateDescription.updatedFields", {}] } }, in: "$$this.k" } },
    { $ifNull: ["$updateDescription.removedFields", []] },
    { $map: { input: { $ifNull: ["$updateDescription.truncatedArrays", []] }, in: "$$this.field" } },
  ],
};
/** Updates of what no screen shows, and of nothing else. */
const unpublished = (collection: CollectionName, fields: string[]) => ({
  "ns.coll": collection,
  operationType: "update",
  $expr: { $setIsSubset: [changedFields, fields] },
});
const silent = [
  doorSaidAgain,
  newRow,
  unpublished("sessions", ["hasTurn", "resentAs"]),
  unpublished("sessionRows", ["deadlineAt", "awaitsRestart", "serialNumber", "connection", "toApply"]),
];
/** Changes of these collections that somebody can see. The end of the stream itself names no collection. */
export const wanted = (collections: CollectionName[]) => {
  const unpublishedHere = silent.filter((one) => collections.includes(one["ns.coll"] as CollectionName));
  const fresh = { "ns.coll": { $in: collections }, ...(unpublishedHere.length > 0 ? { $nor: unpublishedHere } : {}) };
  return [{ $match: { $or: [fresh, { operationType: "invalidate" }] } }];
};
