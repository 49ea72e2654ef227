import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { SearchResult, SearchText } from "./search.schema.ts";

/** The best of each kind come first, so that what is cut off is what was least likely meant. */
export const search = endpoint({
  method: "GET",
  path: "/search",
  tag: "search",
  summary: "Records whose name, number or id begins so",
  access: "operator",
  query: z.object({ q: SearchText }),
  reply: z.object({ results: z.array(SearchResult) }),
  failure: "Failed to search",
});
