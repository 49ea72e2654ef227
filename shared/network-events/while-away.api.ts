import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime } from "../http/fields.ts";
import { Away } from "./while-away.schema.ts";

const { get } = callsOf("system");

/** Ours. */
export const readWhileAway = get("/network-events/while-away", {
  operationId: "readWhileAway",
  summary: "What happened between the operator's last visit and this sign-in; the gravest first",
  reply: z.object({
    /** Null where they were away for less than an hour, signed in for the first time, or nothing happened. */
    away: Away.nullable(),
    asOf: ClusterTime,
  }),
  failure: "Failed to get what happened while you were away",
});
