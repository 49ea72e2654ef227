import { ObjectId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { listProfiles, readProfile } from "#shared/profiles/profile.api.ts";
import type {
  BrandEntryChange,
  NewBrandEntry,
  NewProfile,
  ProductProfile,
  ProfileChange,
} from "#shared/profiles/profile.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { ProfileDocument } from "#shared/runtime/documents.ts";
import { type DbSession, isTaken } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import { withChangedEntry, withNewEntry, withoutEntry } from "./brand-entries.ts";
import type { ProfilesRepository } from "./profiles.repository.ts";
import { profileView } from "./profiles.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit"> & { profiles: ProfilesRepository };

export const createProfilesService = ({ mongo, audit, profiles }: Parts) => {
  const nameTaken = (name: string | undefined) => (error: unknown) => {
    throw isTaken(error) ? new DomainError("conflict", `A product profile named ${name} exists already`) : error;
  };
  const product = async (dbSession: DbSession, id: string) => {
    const found = await profiles.product(dbSession, new ObjectId(id));
    if (!found) throw new DomainError("missing", `There is no product ${id}`);
    return found;
  };

  const change = async (
    actor: Actor,
    verb: string,
    { id, rev }: { id: string; rev?: number | undefined },
    fields: (
      present: ProfileDocument,
      dbSession: DbSession,
    ) => Promise<Partial<ProfileDocument>> | Partial<ProfileDocument>,
  ): Promise<ProductProfile> => {
    const changed = await changeRecord({ mongo, audit }, actor, {
      collection: profiles.collection,
      id: new ObjectId(id),
      rev,
      verb,
      what: "product profile",
      fields,
      whenStale: (present) => ({ productProfile: profileView(present) }),
    });
    return profileView(changed);
  };

  return {
    list: async (): Promise<CallReply<typeof listProfiles>> => {
      const { found, asOf } = await mongo.readAsOf(profiles.all);
      return { productProfiles: found.map(profileView), asOf };
    },

    read: async (id: string): Promise<CallReply<typeof readProfile>> => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => profiles.byId(dbSession, new ObjectId(id)));
      if (!found) throw new DomainError("missing", `There is no product profile ${id}`);
      return { productProfile: profileView(found), asOf };
    },

    add: async (actor: Actor, profile: NewProfile): Promise<ProductProfile> => {
      const record: ProfileDocument = { _id: new ObjectId(), ...profile, brands: [], rev: 0 };
      const { collection } = profiles;
      await addRecord({ mongo, audit }, actor, { collection, verb: "profile.added", record }).catch(
        nameTaken(profile.name),
      );
      return profileView(record);
    },

    change: (actor: Actor, id: string, { rev, ...fields }: ProfileChange): Promise<ProductProfile> =>
      change(actor, "profile.changed", { id, rev }, () => fields).catch(nameTaken(fields.name)),

    addEntry: (actor: Actor, id: string, entry: NewBrandEntry): Promise<ProductProfile> =>
      change(actor, "profile.entry.added", { id, rev: entry.rev }, async (present, session) => ({
        brands: withNewEntry(present, entry, await product(session, entry.product)),
      })),

    changeEntry: (actor: Actor, id: string, entryId: string, edit: BrandEntryChange): Promise<ProductProfile> =>
      change(actor, "profile.entry.changed", { id, rev: edit.rev }, async (present, session) => ({
        brands: withChangedEntry(
          present,
          entryId,
          edit,
          edit.type === null ? await product(session, edit.query.product) : null,
        ),
      })),

    deleteEntry: (actor: Actor, id: string, entryId: string, rev?: number): Promise<ProductProfile> =>
      change(actor, "profile.entry.deleted", { id, rev }, (present) => ({ brands: withoutEntry(present, entryId) })),
  };
};
export type ProfilesService = ReturnType<typeof createProfilesService>;
