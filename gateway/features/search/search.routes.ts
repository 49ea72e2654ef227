import { search } from "#shared/search/search.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createSearchService } from "./search.service.ts";

/** Records by what an operator remembers of them. */
export const searchRoutes: Feature = (app, parts) => {
  const { find } = createSearchService(parts);
  route(app, search, ({ query }) => find(query.q));
};
