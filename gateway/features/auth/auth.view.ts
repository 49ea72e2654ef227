import type { ObjectId } from "mongodb";
import type { LoginView, Operator } from "#shared/auth/auth.schema.ts";
import type { LoginDocument, UserDocument } from "#shared/runtime/documents/people.ts";
import type { User } from "#shared/users/user.schema.ts";

/** The operator as the console shows him to himself. */
export const operatorView = (user: Pick<UserDocument, "_id" | "name" | "phone" | "email" | "role">): Operator => ({
  _id: user._id.toHexString(),
  name: user.name,
  phone: user.phone,
  email: user.email,
  role: user.role,
});

/** A login of before says neither device nor last use. */
export const loginView = (login: LoginDocument, own: ObjectId): LoginView => ({
  _id: login._id.toHexString(),
  device: login.deviceName ?? "Unknown device",
  from: login.from ?? "",
  createdAt: login.createdAt.toISOString(),
  lastUsedAt: (login.lastUsedAt ?? login.createdAt).toISOString(),
  isThis: login._id.equals(own),
});

/** A user just added, who has no penalty yet. */
export const newUserView = (user: UserDocument): User => ({
  ...operatorView(user),
  needDeposit: user.needDeposit,
  hasPenalty: false,
  needSecurityDeposit: user.needSecurityDeposit,
  suspend: user.suspend,
  rev: user.rev,
});
