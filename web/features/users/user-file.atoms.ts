import { readUser } from "#shared/users/user.api.ts";
import type { UserFile } from "#shared/users/user-file.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { newer, withoutRecord, withRecord } from "../../live/records.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** A user's file as a record's page shows one. */
export type ShownFile = UserFile & { _id: string; rev: number };
export type Part = "user" | "deposit" | "cans" | "note";

/** What was told of one part, in its place. */
export const withPart = <P extends Part>(file: ShownFile | null, part: P, told: UserFile[P]): ShownFile | null =>
  file && file._id === told._id ? { ...file, [part]: newer(file[part] as never, told as never) } : file;

/** A user with everything that is about him, true to the moment; null once he was removed. */
export const userFileAtomOf = oneForKey((id: string) =>
  liveAtom<ShownFile | null>({
    rooms: [`user/${id}`],
    load: loadBy(readUser, { params: { id } }, ({ data }) => ({ _id: data.user._id, rev: data.user.rev, ...data })),
    handlers: {
      "user.changed": (file, told) => withPart(file, "user", told),
      "user.removed": (file, gone) => (file?._id === gone._id ? null : file),
      "deposit.changed": (file, told) => withPart(file, "deposit", told),
      "cans.changed": (file, told) => withPart(file, "cans", told),
      "note.changed": (file, told) => withPart(file, "note", told),
      "penalty.changed": (file, told) =>
        file && {
          ...file,
          penalties: withRecord(file.penalties, told).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
        },
      "penalty.removed": (file, gone) => file && { ...file, penalties: withoutRecord(file.penalties, gone) },
    },
  }),
);
