import { ObjectId } from "mongodb";
import type { CallReply } from "#shared/http/endpoint.ts";
import { productRecord } from "#shared/products/product.record.ts";
import type { listProfiles, readProfile } from "#shared/profiles/profile.api.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import type {
  BrandEntryChange,
  NewBrandEntry,
  NewProfile,
  ProductProfile,
  ProfileChange,
} from "#shared/profiles/profile.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { ProfileDocument } from "#shared/runtime/documents/goods.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord, missing } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import { withChangedEntry, withNewEntry, withoutEntry } from "./brand-entries.ts";
import { createProfilesRepository } from "./profiles.repository.ts";
import { profileView } from "./profiles.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit">;
type Fields = Parameters<typeof changeRecord<typeof profileRecord, ProductProfile>>[2]["fields"];

export const createProfilesService = ({ mongo, audit }: Parts) => {
  const profiles = createProfilesRepository(mongo);
  const product = async (dbSession: DbSession, id: string) => {
    const found = await profiles.product(dbSession, new ObjectId(id));
    if (!found) throw missing(productRecord, id);
    return found;
  };

  const change = (
    actor: Actor,
    { id, rev, verb = "profile.changed" }: { id: string; rev?: number | undefined; verb?: string },
    fields: Fields,
  ): Promise<ProductProfile> =>
    changeRecord({ mongo, audit }, actor, {
      card: profileRecord,
      id: new ObjectId(id),
      rev,
      verb,
      fields,
      show: profileView,
    });

  return {
    list: async (): Promise<CallReply<typeof listProfiles>> => {
      const { found, asOf } = await mongo.readAsOf(profiles.all);
      return { productProfiles: found.map(profileView), asOf };
    },

    read: async (id: string): Promise<CallReply<typeof readProfile>> => {
      const { found, asOf } = await mongo.readAsOf((dbSession) => profiles.byId(dbSession, new ObjectId(id)));
      if (!found) throw missing(profileRecord, id);
      return { productProfile: profileView(found), asOf };
    },

    add: async (actor: Actor, profile: NewProfile): Promise<ProductProfile> => {
      const record: ProfileDocument = { _id: new ObjectId(), ...profile, brands: [], rev: 0 };
      await addRecord({ mongo, audit }, actor, { card: profileRecord, record });
      return profileView(record);
    },

    change: (actor: Actor, id: string, { rev, ...fields }: ProfileChange): Promise<ProductProfile> =>
      change(actor, { id, rev }, () => fields),

    addEntry: (actor: Actor, id: string, entry: NewBrandEntry): Promise<ProductProfile> =>
      change(actor, { id, rev: entry.rev, verb: "profile.entry.added" }, async (present, session) => ({
        brands: withNewEntry(present, entry, await product(session, entry.product)),
      })),

    changeEntry: (actor: Actor, id: string, entryId: string, edit: BrandEntryChange): Promise<ProductProfile> =>
      change(actor, { id, rev: edit.rev, verb: "profile.entry.changed" }, async (present, session) => ({
        brands: withChangedEntry(
          present,
          entryId,
          edit,
          edit.type === null ? await product(session, edit.query.product) : null,
        ),
      })),

    deleteEntry: (actor: Actor, id: string, entryId: string, rev?: number): Promise<ProductProfile> =>
      change(actor, { id, rev, verb: "profile.entry.deleted" }, (present) => ({
        brands: withoutEntry(present, entryId),
      })),
  };
};
