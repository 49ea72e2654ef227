import * as z from "zod";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { MachineFilter } from "../http/paged-list.ts";
import { Cans, CansChange, CansLimitChange, OwedCans } from "./cans.schema.ts";

const inventory = callsOf("inventory");
const users = callsOf("users");
const user = z.object({ id: Id });
const reply = z.object({ cans: Cans });
const notice = "User cans updated";
const failure = "Error: Failed to update user cans";

/**
 * Cansole's own call: the cans that are owed, to be compared with the stock. Without a machine, those of all machines.
 */
export const listOwedCans = inventory.get("/cans/owed", {
  operationId: "listOwedCans",
  summary: "Cans that customers have bought and not yet taken, per machine and brand",
  query: z.object({ vendingMachine: MachineFilter.optional() }),
  reply: z.object({ owed: z.array(OwedCans), asOf: ClusterTime }),
  failure: "Error: Failed to get can stock",
});

/** `id` is the user's. */
export const changeCans = users.put("/cans/:id", {
  operationId: "changeCans",
  summary: "Set how many cans of a brand a user has at a machine",
  params: user,
  body: CansChange,
  reply,
  notice,
  failure,
});

/** `id` is the user's. */
export const changeCansLimit = users.put("/cans/limit/:id", {
  operationId: "changeCansLimit",
  summary: "Set a user's daily limit, and how many cans count as taken today",
  params: user,
  body: CansLimitChange,
  reply,
  notice,
  failure,
});
