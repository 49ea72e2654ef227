import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { canList } from "./can-list.ts";
import { CanInStock } from "./inventory.schema.ts";

const { get } = callsOf("inventory");

/** `days` true is newest first; `download` true answers every matching row on one page. */
export const listCansInStock = get("/containers/cans-in-stock", {
  operationId: "listCansInStock",
  summary: "The cans that stand in machines",
  query: canList.query,
  reply: z.object({ cansInStock: pageOf("cans", CanInStock), asOf: ClusterTime }),
  notice: "Successfully fetched can stock",
  failure: "Error: Failed to get can stock",
});
