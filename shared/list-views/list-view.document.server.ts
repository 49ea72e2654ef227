import type { ObjectId } from "mongodb";
import { collection } from "../runtime/collection.ts";

/** Written by the gateway: the views of lists that one operator has named. Its `_id` is the operator's. */
export interface ListViewsDocument {
  _id: ObjectId;
  views: { list: string; name: string; query: string }[];
}

export const listViews = {
  // Found by the operator alone.
  listViews: collection<ListViewsDocument>(),
};
