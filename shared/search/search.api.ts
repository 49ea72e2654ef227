import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { SearchResult, SearchText } from "./search.schema.ts";

const { get } = callsOf("search");

/** The best of each kind come first, so that what is cut off is what was least likely meant. */
export const search = get("/search", {
  operationId: "search",
  summary: "Search records by the start of their name, number or id",
  query: z.object({ q: SearchText }),
  reply: z.object({ results: z.array(SearchResult) }),
  failure: "Failed to search",
});
