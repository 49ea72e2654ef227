import { readUser } from "#shared/users/user.api.ts";
import type { UserFile } from "#shared/users/user-file.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { newer, withoutRecord, withRecord } from "../live/records.ts";
import { oneForKey } from "../state/one-for-key.ts";

/** A user's file as a record's page shows one. */
export type ShownFile = UserFile & { _id: string; rev: number };
export type Part = "user" | "deposit" | "cans" | "note";

/** The published value of one part, in its place. */
export const withPart = <P extends Part>(file: ShownFile | null, part: P, incoming: UserFile[P]): ShownFile | null =>
  file && file._id === incoming._id ? { ...file, [part]: newer(file[part] as never, incoming as never) } : file;

/** No event says that a day has begun: cans that were taken 'today' are another day's by then. */
const againEveryMs = 60_000;

/** A user with all of their records, kept up to date; null once removed. */
export const userFileAtomOf = oneForKey((id: string) =>
  liveAtom<ShownFile | null>({
    rooms: [`user/${id}`],
    againEveryMs,
    load: loadBy(readUser, { params: { id } }, ({ data }) => ({ _id: data.user._id, rev: data.user.rev, ...data })),
    handlers: {
      "user.changed": (file, incoming) => withPart(file, "user", incoming),
      "user.removed": (file, gone) => (file?._id === gone._id ? null : file),
      "deposit.changed": (file, incoming) => withPart(file, "deposit", incoming),
      "cans.changed": (file, incoming) => withPart(file, "cans", incoming),
      "note.changed": (file, incoming) => withPart(file, "note", incoming),
      "penalty.changed": (file, incoming) =>
        file && {
          ...file,
          penalties: withRecord(file.penalties, incoming).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
        },
      "penalty.removed": (file, gone) => file && { ...file, penalties: withoutRecord(file.penalties, gone) },
    },
  }),
);
