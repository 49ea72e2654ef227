import * as z from "zod";
import { endpoint } from "../http/endpoint.ts";
import { ClusterTime, Id } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { Note, NoteChange } from "./note.schema.ts";
import { User, UserChange } from "./user.schema.ts";
import { UserFile } from "./user-file.schema.ts";
import { userList } from "./user-list.ts";

export const listUsers = endpoint({
  method: "GET",
  path: "/users/all",
  tag: "users",
  summary: "Users, ten a page",
  access: "operator",
  query: userList.query,
  reply: pageOf("users", User).extend({ asOf: ClusterTime }),
  failure: "Failed to feth Users",
});

const Beginning = z.string().trim().max(254, "must be at most 254 characters").default("");

/** Phone and email as they begin; of both given, users that match both. */
export const findUsers = endpoint({
  method: "GET",
  path: "/users",
  tag: "users",
  summary: "Users whose phone and email begin so, at most 50",
  access: "operator",
  query: z.object({ phone: Beginning, email: Beginning }),
  reply: z.object({ data: z.array(User), asOf: ClusterTime }),
  failure: "Failed to feth Users",
});

export const readUser = endpoint({
  method: "GET",
  path: "/users/:id/all",
  tag: "users",
  summary: "A user with deposit, penalties and note",
  access: "operator",
  params: z.object({ id: Id }),
  reply: z.object({ data: UserFile, asOf: ClusterTime }),
  failure: "Error: Failed to get User details",
});

export const changeUser = endpoint({
  method: "PUT",
  path: "/users/:id",
  tag: "users",
  summary: "Edit a user",
  access: "operator",
  params: z.object({ id: Id }),
  body: UserChange,
  reply: z.object({ data: User }),
  notice: "User Updated",
  failure: "Error: Failed to update user",
});

export const changeNote = endpoint({
  method: "PUT",
  path: "/users/:id/note",
  tag: "users",
  summary: "Write down a note about a user",
  access: "operator",
  params: z.object({ id: Id }),
  body: NoteChange,
  reply: z.object({ note: Note }),
  notice: "Successfully add note",
  failure: "Error: Failed to add note",
});
