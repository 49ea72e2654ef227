import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { owedList } from "./owed-list.ts";
import { NewPenalty, OwedPenalty, Penalty, PenaltyChange } from "./penalty.schema.ts";

const { get, post, put } = callsOf("penalties");
const failure = "Failed to users penalty";

/** Ours: who still owes what. */
export const listOwedPenalties = get("/penalty/owed/all", {
  operationId: "listOwedPenalties",
  summary: "Penalties that are neither paid nor canceled, a page at a time",
  query: owedList.query,
  reply: pageOf("penalties", OwedPenalty).extend({ asOf: ClusterTime }),
  failure,
});

export const readPenalty = get("/penalty/:id", {
  operationId: "readPenalty",
  summary: "One penalty",
  params: z.object({ id: Id }),
  reply: z.object({ penalty: Penalty, asOf: ClusterTime }),
  notice: "Penalty retrieved successfully",
  failure,
});

/** `id` is the user's. */
export const addPenalty = post("/penalty/:id", {
  operationId: "addPenalty",
  summary: "Add a penalty to a user",
  params: z.object({ id: Id }),
  body: NewPenalty,
  idempotent: true,
  reply: z.object({ penalty: Penalty }),
  notice: "Successfully add a penalty",
  failure: "Error: Failed to add penalty",
});

export const changePenalty = put("/penalty/:id", {
  operationId: "changePenalty",
  summary: "Edit a penalty, or set it paid or canceled",
  params: z.object({ id: Id }),
  body: PenaltyChange,
  reply: z.object({ penalty: Penalty }),
  notice: "Penalty Updated",
  failure: "Error: Failed to update penalty",
});
