import type { ObjectId } from "mongodb";
import type { LoginView, Operator } from "#shared/auth/auth.schema.ts";
import type { LoginDocument, UserDocument } from "#shared/users/people.document.server.ts";

/** The operator as the console shows them to themselves. */
export const operatorView = (user: Pick<UserDocument, "_id" | "name" | "phone" | "email" | "role">): Operator => ({
  _id: user._id.toHexString(),
  name: user.name,
  phone: user.phone,
  email: user.email,
  role: user.role,
});

/** An older login has neither device nor last use. */
export const loginView = (login: LoginDocument, own: ObjectId): LoginView => ({
  _id: login._id.toHexString(),
  device: login.deviceName ?? "Unknown device",
  from: login.from ?? "",
  createdAt: login.createdAt.toISOString(),
  lastUsedAt: (login.lastUsedAt ?? login.createdAt).toISOString(),
  isThis: login._id.equals(own),
});
