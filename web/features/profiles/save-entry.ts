import { addBrandEntry, changeBrandEntry, deleteBrandEntry } from "#shared/profiles/profile.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import type { BrandEntry, NewBrandEntry, ProductProfile } from "#shared/profiles/profile.schema.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { editsBetween } from "./entry-edits.ts";
import { isSameEntry } from "./entry-values.ts";

const holds = (profile: ProductProfile, entry: BrandEntry): boolean => {
  const present = profile.brands.find(({ _id }) => _id === entry._id);
  return present !== undefined && isSameEntry(present, entry);
};

/**
 * Adds a brand. A change of the profile by others is no conflict: the server checks the entry against all of its
 * brands.
 */
export const addEntry = (profile: ProductProfile, entry: Omit<NewBrandEntry, "rev">): Promise<Edited<ProductProfile>> =>
  saveEdit({
    endpoint: addBrandEntry,
    input: (rev) => ({ params: { id: profile._id }, body: { ...entry, rev } }),
    rev: profile.rev,
    record: profileRecord,
    isUntouched: () => true,
  });

interface EntryEdit {
  profileId: string;
  rev: number;
  from: BrandEntry;
  to: Pick<BrandEntry, "product" | "price" | "bundle" | "unit">;
}

/** `latest`: what the calls before the one that ended it have saved; null where there were none. */
type EntryEdited = Edited<ProductProfile> & { latest: ProductProfile | null };

/**
 * Saves an entry's changed fields, one call after the other; the notice comes with the last one. Others may edit other
 * brands of the profile meanwhile; where they edited this one, it ends as stale.
 */
export const changeEntry = async ({ profileId, rev, from, to }: EntryEdit): Promise<EntryEdited> => {
  const edits = editsBetween(from, to);
  let known = from;
  let latest = null as ProductProfile | null;
  for (const [place, edit] of edits.entries()) {
    const edited: Edited<ProductProfile> = await saveEdit({
      endpoint: changeBrandEntry,
      input: (over) => ({ params: { id: profileId, entryId: from._id }, body: { ...edit, rev: over } }),
      rev: latest?.rev ?? rev,
      record: profileRecord,
      isUntouched: (present) => holds(present, known),
      notice: place === edits.length - 1 ? changeBrandEntry.notice : null,
    });
    if (edited.is !== "saved") return { ...edited, latest };
    latest = edited.record;
    known = latest.brands.find(({ _id }) => _id === from._id) ?? known;
  }
  if (!latest) throw new Error("nothing was changed");
  return { is: "saved", record: latest, latest };
};

/** Deletes an entry as it is shown; where somebody has just changed it, it stays and is shown as it is now. */
export const deleteEntry = (profile: ProductProfile, entry: BrandEntry): Promise<Edited<ProductProfile>> =>
  saveEdit({
    endpoint: deleteBrandEntry,
    input: (rev) => ({ params: { id: profile._id, entryId: entry._id }, query: { rev: String(rev) } }),
    rev: profile.rev,
    record: profileRecord,
    isUntouched: (present) => holds(present, entry),
  });
