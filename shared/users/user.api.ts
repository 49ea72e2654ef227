import * as z from "zod";
import { NewPassword, NewUser } from "../auth/auth.schema.ts";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, text } from "../http/fields.ts";
import { pageOf } from "../http/paged-list.ts";
import { Note, NoteChange } from "./note.schema.ts";
import { User, UserChange } from "./user.schema.ts";
import { UserFile } from "./user-file.schema.ts";
import { userList } from "./user-list.ts";

const { get, post, put } = callsOf("users");

export const listUsers = get("/users/all", {
  operationId: "listUsers",
  summary: "Users, ten a page",
  query: userList.query,
  reply: pageOf("users", User).extend({ asOf: ClusterTime }),
  failure: "Failed to feth Users",
});

const Beginning = text(254).default("");

/** Phone and email as they begin; of both given, users that match both. */
export const findUsers = get("/users", {
  operationId: "findUsers",
  summary: "Search users by the start of phone and email, at most 50",
  query: z.object({ phone: Beginning, email: Beginning }),
  reply: z.object({ data: z.array(User), asOf: ClusterTime }),
  failure: "Failed to feth Users",
});

export const readUser = get("/users/:id/all", {
  operationId: "readUser",
  summary: "A user with deposit, penalties and note",
  params: z.object({ id: Id }),
  reply: z.object({ data: UserFile, asOf: ClusterTime }),
  failure: "Error: Failed to get User details",
});

/**
 * Cansole's own call: a JSON file that is made while it is sent; `UserData` is its schema. The audit records each
 * download.
 */
export const readUserData = get("/users/:id/data", {
  operationId: "readUserData",
  summary: "All data stored about a user, as a JSON file; admins only",
  freshProof: "always",
  adminOnly: "user-data",
  params: z.object({ id: Id }),
  file: ["application/json"],
  reply: z.object({}),
  failure: "Failed to download the user's data",
});

export const changeUser = put("/users/:id", {
  operationId: "changeUser",
  summary: "Edit a user",
  freshProof: "sometimes",
  params: z.object({ id: Id }),
  body: UserChange,
  reply: z.object({ data: User }),
  notice: "User Updated",
  failure: "Error: Failed to update user",
});

export const changeNote = put("/users/:id/note", {
  operationId: "changeNote",
  summary: "Set the note about a user",
  params: z.object({ id: Id }),
  body: NoteChange,
  reply: z.object({ note: Note }),
  notice: "Successfully add note",
  failure: "Error: Failed to add note",
});

export const registerUser = post("/auth/register", {
  operationId: "registerUser",
  summary: "Add a user",
  freshProof: "sometimes",
  body: NewUser,
  reply: z.object({ user: User }),
  notice: "Successfully add a user",
  failure: "Error: Failed to add a user",
});

/** By an admin, for somebody else, whose logins all end. */
export const setPassword = put("/users/:id/password", {
  operationId: "setPassword",
  summary: "Set an operator's password",
  freshProof: "always",
  adminOnly: "passwords",
  params: z.object({ id: Id }),
  body: z.strictObject({ password: NewPassword }),
  reply: z.object({}),
  notice: "Password Updated",
  failure: "Error: Failed to change the password",
});
