import { addProfile, changeProfile } from "#shared/profiles/profile.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import type { NewProfile, ProductProfile } from "#shared/profiles/profile.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { atom } from "../../state/jotai.ts";

/** The added profile, or the server's words where its name exists already; the alert has been shown. */
export const addProfileAtom = atom(null, async (_get, _set, body: NewProfile) => {
  const outcome = await call(addProfile, { body });
  if (outcome.is === "done") return { added: outcome.reply.productProfile, taken: null };
  return { added: null, taken: outcome.is === "refused" && outcome.status === 409 ? outcome.error : null };
});

interface ProfileEdit {
  id: string;
  rev: number;
  change: NewProfile;
  isUntouched: (present: ProductProfile) => boolean;
}

/** Changes the terms of a profile; its brand entries are edited one by one. */
export const changeProfileAtom = atom(
  null,
  (_get, _set, { id, rev, change, isUntouched }: ProfileEdit): Promise<Edited<ProductProfile>> =>
    saveEdit({
      record: profileRecord,
      endpoint: changeProfile,
      input: (latest) => ({ params: { id }, body: { ...change, rev: latest } }),
      rev,
      isUntouched,
    }),
);
