import type { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import * as api from "#shared/list-views/list-view.api.ts";
import type { ListViewsDocument } from "#shared/list-views/list-view.document.server.ts";
import { type ListView, mostViews, mostViewsOfAList } from "#shared/list-views/list-view.schema.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const viewsOf = (found: ListViewsDocument | null, list: string): ListView[] =>
  (found?.views ?? [])
    .filter((view) => view.list === list)
    .map(({ name, query }) => ({ name, query }))
    .sort((one, other) => byName.compare(one.name, other.name));

/** All views but the one with this list and name. What is typed is a literal: a `$` in it means nothing. */
const others = (list: string, name: string) => ({
  $filter: {
    input: { $ifNull: ["$views", []] },
    cond: {
      $not: { $and: [{ $eq: ["$$this.list", { $literal: list }] }, { $eq: ["$$this.name", { $literal: name }] }] },
    },
  },
});

/** Views of lists, each operator's own. They change only what that operator sees: the audit leaves them out. */
export const listViewsFeature: Feature = (app, { mongo }) => {
  const { listViews } = mongo.collections;
  // A write outside of a transaction may come late, and would forget what was kept anew meanwhile.
  const forget = (_id: ObjectId, list: string, name: string) =>
    mongo.inTransaction((session) =>
      listViews.findOneAndUpdate({ _id }, [{ $set: { views: others(list, name) } }], {
        session,
        returnDocument: "after",
      }),
    );

  route(app, api.listViews, async (call) => {
    const found = await listViews.findOne({ _id: operatorOf(call).userId });
    return { views: viewsOf(found, call.query.list) };
  });
  route(app, api.keepView, (call) => {
    const { list, name, query } = call.body;
    const _id = operatorOf(call).userId;
    // If two calls come at once, the second one counts what the first one kept.
    return mongo.inTransaction(async (session) => {
      const stored = await listViews.findOne({ _id }, { session });
      const known = viewsOf(stored, list);
      const isNew = !known.some((view) => view.name === name);
      if (isNew && known.length >= mostViewsOfAList)
        throw new DomainError("conflict", `A list keeps ${mostViewsOfAList} views: delete one first`);
      if (isNew && (stored?.views.length ?? 0) >= mostViews)
        throw new DomainError("conflict", `All lists together keep ${mostViews} views: delete one first`);
      const views = { $concatArrays: [others(list, name), [{ $literal: { list, name, query } }]] };
      const kept = await listViews.findOneAndUpdate({ _id }, [{ $set: { views } }], {
        session,
        upsert: true,
        returnDocument: "after",
      });
      return { views: viewsOf(kept, list) };
    });
  });
  route(app, api.forgetView, async (call) => {
    const { list, name } = call.body;
    return { views: viewsOf(await forget(operatorOf(call).userId, list, name), list) };
  });
};
