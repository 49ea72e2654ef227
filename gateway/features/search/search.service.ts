import type { CallReply } from "#shared/http/endpoint.ts";
import type { search } from "#shared/search/search.api.ts";
import { mostFound, searchKinds } from "#shared/search/search.schema.ts";
import { bestFirst, type SearchParts } from "./search-of.ts";
import { searches } from "./searches.ts";

export const createSearchService = (parts: SearchParts) => ({
  find: async (typed: string): Promise<CallReply<typeof search>> => {
    const ofKinds = await Promise.all(
      searchKinds.map(async (kind) => (await searches[kind](typed, parts)).map((found) => ({ kind, ...found }))),
    );
    return { results: bestFirst(ofKinds).slice(0, mostFound) };
  },
});
