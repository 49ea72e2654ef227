import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, Rev } from "../http/fields.ts";
import { CanCase } from "./can-case.schema.ts";
import { CanReplay } from "./can-replay.schema.ts";
import { CanTransaction } from "./transaction.schema.ts";

const { get, post } = callsOf("transactions");
const ofOne = z.object({ id: Id });
const reply = z.object({ canTransaction: CanTransaction });

export const readCanCase = get("/transactions/:id/case", {
  operationId: "readCanCase",
  summary: "A can that did not come out, with its machine, commands and the customer's other cans and refunds",
  params: ofOne,
  reply: z.object({ case: CanCase, asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});

export const readCanReplay = get("/transactions/:id/replay", {
  operationId: "readCanReplay",
  summary: "History of a can: the order that bought it, its commands, what operators did",
  params: ofOne,
  reply: z.object({ replay: CanReplay, asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});

export const markNotWorking = post("/transactions/:id/container-not-working", {
  operationId: "markNotWorking",
  summary: "Set the container of a can that did not come out to not working",
  params: ofOne,
  body: z.strictObject({
    /** The `rev` of the container that came with the case. */
    containerRev: Rev.optional(),
  }),
  idempotent: true,
  reply,
  notice: "Container Updated",
  failure: "Error: Failed to update Container",
});
