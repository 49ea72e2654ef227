import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { ProductDocument, ProfileDocument } from "#shared/products/goods.document.server.ts";
import { productRecord } from "#shared/products/product.record.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import type {
  BrandEntryChange,
  NewBrandEntry,
  NewProfile,
  ProductProfile,
  ProfileChange,
} from "#shared/profiles/profile.schema.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { withChangedEntry, withNewEntry, withoutEntry } from "./brand-entries.ts";
import { profileView } from "./profiles.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit">;
type Fields = Parameters<typeof changeRecord<typeof profileRecord, ProductProfile>>[2]["fields"];

export const createProfilesService = ({ mongo, audit }: Parts) => {
  /** What is to be sold: a change of its brand or type at the same moment conflicts with it, and reaches the profile. */
  const holdProduct = async (dbSession: DbSession, id: string): Promise<ProductDocument> => {
    const product = await requireRecord(mongo, dbSession, productRecord, id);
    const held = { heldByProfile: new ObjectId() };
    await mongo.collections.products.updateOne({ _id: product._id }, { $set: held }, { session: dbSession });
    return product;
  };

  const change = (
    actor: Actor,
    { id, rev, verb = "profile.changed" }: { id: string; rev?: number | undefined; verb?: string },
    fields: Fields,
  ) =>
    changeRecord({ mongo, audit }, actor, {
      definition: profileRecord,
      id: new ObjectId(id),
      rev,
      verb,
      fields,
      show: profileView,
    });

  return {
    list: () =>
      mongo.answerAsOf(async (session) => {
        const found = await mongo.collections.productProfiles.find({}, { session }).sort({ name: 1 }).toArray();
        return { productProfiles: found.map(profileView) };
      }),

    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => ({
        productProfile: profileView(await requireRecord(mongo, dbSession, profileRecord, id)),
      })),

    add: async (actor: Actor, profile: NewProfile): Promise<ProductProfile> => {
      const record: ProfileDocument = { _id: new ObjectId(), ...profile, brands: [], rev: 0 };
      await addRecord({ mongo, audit }, actor, { definition: profileRecord, record });
      return profileView(record);
    },

    change: (actor: Actor, id: string, { rev, ...fields }: ProfileChange) => change(actor, { id, rev }, () => fields),

    addEntry: (actor: Actor, id: string, entry: NewBrandEntry) =>
      change(actor, { id, rev: entry.rev, verb: "profile.entry.added" }, async (present, session) => ({
        brands: withNewEntry(present, entry, await holdProduct(session, entry.product)),
      })),

    changeEntry: (actor: Actor, id: string, entryId: string, edit: BrandEntryChange) =>
      change(actor, { id, rev: edit.rev, verb: "profile.entry.changed" }, async (present, session) => ({
        brands: withChangedEntry(
          present,
          entryId,
          edit,
          edit.type === null ? await holdProduct(session, edit.query.product) : null,
        ),
      })),

    deleteEntry: (actor: Actor, id: string, entryId: string, rev?: number) =>
      change(actor, { id, rev, verb: "profile.entry.deleted" }, (present) => ({
        brands: withoutEntry(present, entryId),
      })),
  };
};
