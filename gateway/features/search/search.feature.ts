import { search } from "#shared/search/search.api.ts";
import { mostFound, searchKinds } from "#shared/search/search.schema.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { bestFirst } from "./search-of.ts";
import { searches } from "./searches.ts";

/** Records by what an operator remembers of them. */
export const searchRoutes: Feature = (app, parts) => {
  route(app, search, async ({ query }) => {
    const ofKinds = await Promise.all(
      searchKinds.map(async (kind) => (await searches[kind](query.q, parts)).map((found) => ({ kind, ...found }))),
    );
    return { results: bestFirst(ofKinds).slice(0, mostFound) };
  });
};
