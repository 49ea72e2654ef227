import type { ProductProfile } from "#shared/profiles/profile.schema.ts";
import { atom } from "../state/jotai.ts";
import { countText } from "../ui/count-text.ts";
import { profilesAtom } from "./profiles.atoms.ts";

/** The profiles in which each product has an entry, by its id; undefined until they are known. */
export const profilesOfProductsAtom = atom((get): ReadonlyMap<string, ProductProfile[]> | undefined => {
  const profiles = get(profilesAtom).data;
  if (!profiles) return undefined;
  const of = new Map<string, ProductProfile[]>();
  for (const profile of profiles)
    for (const id of new Set(profile.brands.map(({ product }) => product))) {
      const known = of.get(id);
      if (known) known.push(profile);
      else of.set(id, [profile]);
    }
  return of;
});

/** "In 3 profiles"; a placeholder while they are not known. */
export const usesText = (profiles: readonly ProductProfile[] | undefined): string => {
  if (!profiles) return "\u00a0";
  return profiles.length === 0 ? "In no profile" : `In ${countText(profiles.length, "profile")}`;
};
