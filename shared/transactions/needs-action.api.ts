import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { CanTransaction } from "./transaction.schema.ts";

const { get } = callsOf("transactions");

export const listNeedsAction = get("/transactions/needs-action", {
  operationId: "listNeedsAction",
  summary:
    "Cans that did not come out, the newest first: not opened after two minutes, or acknowledged and never seen open",
  reply: z.object({
    /** At most 50. */
    transactions: z.array(CanTransaction),
    /** All of them, counted up to 1,000. */
    total: z.number().int(),
    asOf: ClusterTime,
  }),
  failure: "Failed to feth Orders",
});
