import { listProducts } from "#shared/products/product.api.ts";
import type { Product } from "#shared/products/product.schema.ts";
import { addProfile, changeProfile, listProfiles, readProfile } from "#shared/profiles/profile.api.ts";
import { type NewProfile, ProductProfile } from "#shared/profiles/profile.schema.ts";
import { call } from "../../http/call.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { isNewer, withoutRecord, withRecord } from "../../live/records.ts";
import { atom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { byName } from "../../ui/find-by-words.ts";

/** All profiles, kept true while their page is open. */
export const profilesAtom = liveAtom<ProductProfile[]>({
  rooms: ["profiles"],
  load: loadBy(listProfiles, {}, (reply) => reply.productProfiles),
  handlers: { "profile.changed": withRecord, "profile.removed": withoutRecord },
});

/** The products that a profile can price. */
export const productsAtom = liveAtom<Product[]>({
  rooms: ["products"],
  load: loadBy(listProducts, {}, (reply) => reply.products),
  handlers: { "product.changed": withRecord, "product.removed": withoutRecord },
});

/** The products in the order of their brands, sorted once for all who choose among them. */
export const orderedProductsAtom = atom((get) =>
  mapLoad(get(productsAtom), (all) => byName(all, ({ brand }) => brand)),
);

/** What is known now, with what was told: the newer of the two. An entry that is as it was keeps its identity. */
export const newerProfile = (known: ProductProfile | null, told: ProductProfile): ProductProfile => {
  if (!isNewer(known ?? undefined, told)) return known ?? told;
  const asBefore = new Map(known?.brands.map((entry) => [JSON.stringify(entry), entry]));
  return { ...told, brands: told.brands.map((entry) => asBefore.get(JSON.stringify(entry)) ?? entry) };
};

/** One profile with its brand entries; null once it was removed. */
export const profileAtomOf = (id: string) =>
  liveAtom<ProductProfile | null>({
    rooms: ["profiles"],
    load: loadBy(readProfile, { params: { id } }, (reply) => reply.productProfile),
    handlers: {
      "profile.changed": (known, told) => (told._id === id ? newerProfile(known, told) : known),
      "profile.removed": (known, gone) => (gone._id === id ? null : known),
    },
  });

/** The added profile, or the server's words where its name exists already; the alert has been shown. */
export const addProfileAtom = atom(null, async (_get, _set, body: NewProfile) => {
  const outcome = await call(addProfile, { body });
  if (outcome.is === "done") return { added: outcome.reply.productProfile, taken: null };
  return { added: null, taken: outcome.is === "refused" && outcome.status === 409 ? outcome.error : null };
});

/** Where a refusal as stale carries the profile as it is now. */
export const presentProfile = { name: "productProfile", schema: ProductProfile };

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
      endpoint: changeProfile,
      input: (latest) => ({ params: { id }, body: { ...change, rev: latest } }),
      rev,
      recordIn: (reply) => reply.productProfile,
      present: presentProfile,
      isUntouched,
    }),
);
