import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Id } from "../http/fields.ts";
import { Cans, CansChange, CansLimitChange } from "./cans.schema.ts";

const user = z.object({ id: Id });
const reply = z.object({ cans: Cans });
const notice = "User cans updated";
const failure = "Error: Failed to update user cans";

/** `id` is the user's. */
export const changeCans = endpoint({
  method: "PUT",
  path: "/cans/:id",
  tag: "users",
  summary: "Set how many cans of a brand a user has at a machine",
  access: "operator",
  params: user,
  body: CansChange,
  reply,
  notice,
  failure,
});

/** `id` is the user's. */
export const changeCansLimit = endpoint({
  method: "PUT",
  path: "/cans/limit/:id",
  tag: "users",
  summary: "Set a user's daily limit, and how many cans count as taken today",
  access: "operator",
  params: user,
  body: CansLimitChange,
  reply,
  notice,
  failure,
});
