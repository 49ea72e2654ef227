import type { Note } from "#shared/users/note.schema.ts";
import type { NoteDocument, UserDocument } from "#shared/users/people.document.server.ts";
import type { User } from "#shared/users/user.schema.ts";

export const userView = (user: UserDocument): User => ({
  _id: user._id.toHexString(),
  name: user.name,
  role: user.role,
  phone: user.phone,
  email: user.email,
  needDeposit: user.needDeposit,
  hasPenalty: (user.penaltiesOwed ?? 0) > 0,
  needSecurityDeposit: user.needSecurityDeposit,
  suspend: user.suspend,
  createdAt: user.createdAt.toISOString(),
  ...(user.deletedAt ? { deletedAt: user.deletedAt.toISOString() } : {}),
  rev: user.rev,
});

export const noteView = (note: NoteDocument): Note => ({
  _id: note._id.toHexString(),
  note: note.note,
  author: note.author?.name ?? "",
  updatedAt: note.updatedAt?.toISOString() ?? null,
  rev: note.rev,
});
