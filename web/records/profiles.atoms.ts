import { listProfiles, readProfile } from "#shared/profiles/profile.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import { listAtomOf, recordAtomOf } from "../live/record-atoms.ts";
import { oneForKey } from "../state/one-for-key.ts";

export const profilesAtom = listAtomOf(profileRecord, listProfiles);

/** One profile with its brand entries; null once it was removed. */
export const profileAtomOf = oneForKey((id: string) => recordAtomOf(profileRecord, readProfile, id));
