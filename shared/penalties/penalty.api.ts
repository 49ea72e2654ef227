import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { owedList } from "./owed-list.ts";
import { NewPenalty, OwedPenalty, Penalty, PenaltyChange } from "./penalty.schema.ts";

const failure = "Failed to users penalty";

/** Ours: who still owes what. */
export const listOwedPenalties = endpoint({
  method: "GET",
  path: "/penalty/owed/all",
  tag: "penalties",
  summary: "Penalties that are neither paid nor canceled, a page at a time",
  access: "operator",
  query: owedList.query,
  reply: pageOf("penalties", OwedPenalty).extend({ asOf: ClusterTime }),
  failure,
});

export const readPenalty = endpoint({
  method: "GET",
  path: "/penalty/:id",
  tag: "penalties",
  summary: "One penalty",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ penalty: Penalty, asOf: ClusterTime }),
  notice: "Penalty retrieved successfully",
  failure,
});

/** `id` is the user's. */
export const addPenalty = endpoint({
  method: "POST",
  path: "/penalty/:id",
  tag: "penalties",
  summary: "Give a user a penalty",
  access: "operator",
  params: z.object({ id: Id }),
  body: NewPenalty,
  idempotent: true,
  reply: z.object({ penalty: Penalty }),
  notice: "Successfully add a penalty",
  failure: "Error: Failed to add penalty",
});

export const changePenalty = endpoint({
  method: "PUT",
  path: "/penalty/:id",
  tag: "penalties",
  summary: "Edit a penalty, or say that it was paid or canceled",
  access: "operator",
  params: z.object({ id: Id }),
  body: PenaltyChange,
  reply: z.object({ penalty: Penalty }),
  notice: "Penalty Updated",
  failure: "Error: Failed to update penalty",
});
