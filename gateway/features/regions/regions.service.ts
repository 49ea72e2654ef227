import { ObjectId } from "mongodb";
import type * as z from "zod";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { WorkRequest } from "#shared/machines/machine-work.api.ts";
import type { RegionDocument } from "#shared/products/goods.document.server.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region, RegionProfiles } from "#shared/regions/region.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { SignedIn } from "../../http/login.ts";
import { addRecord, changeRecord, onlyOf, requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { workOf, workWithRegion } from "../machines/machine-work.ts";
import { regionView } from "./regions.view.ts";

const createRegionsRepository = ({ collections: { regions } }: Pick<Mongo, "collections">) => ({
  all: (dbSession: DbSession): Promise<RegionDocument[]> =>
    regions.find({}, { session: dbSession }).sort({ region: 1 }).toArray(),

  /** Another region with one of these profiles. The second condition lets MongoDB use the partial index. */
  holding: (dbSession: DbSession, profiles: ObjectId[], except: ObjectId): Promise<RegionDocument | null> =>
    regions.findOne(
      { profiles: { $in: profiles }, "profiles.0": { $exists: true }, _id: { $ne: except } },
      { session: dbSession },
    ),
});

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;

export const createRegionsService = ({ mongo, audit, clock }: Parts) => {
  const regions = createRegionsRepository(mongo);
  const profilesOf = (dbSession: DbSession, ids: ObjectId[]) =>
    readByIds(mongo.collections.productProfiles, dbSession, ids, ["name"]);
  const show = async (dbSession: DbSession, found: RegionDocument[]): Promise<Region[]> => {
    const ids = found.flatMap(({ profiles }) => profiles);
    const profileOf = await profilesOf(dbSession, ids);
    return found.map((region) => regionView(region, { profileName: (id) => profileOf(id)?.name ?? "" }));
  };
  const showOne = async (dbSession: DbSession, region: RegionDocument): Promise<Region> =>
    onlyOf(await show(dbSession, [region]));

  /** A profile belongs to at most one region: decisions about price and tax must not depend on luck. */
  const requireFree = async (dbSession: DbSession, profiles: ObjectId[], region: ObjectId) => {
    const profileOf = await profilesOf(dbSession, profiles);
    const unknown = profiles.find((id) => !profileOf(id));
    if (unknown) throw new DomainError("missing", `There is no product profile ${unknown.toHexString()}`);
    const other = await regions.holding(dbSession, profiles, region);
    if (!other) return;
    const taken = profiles.find((id) => other.profiles.some((held) => held.equals(id)));
    throw new DomainError(
      "conflict",
      `The profile ${profileOf(taken)?.name} belongs to the region ${other.region} already`,
    );
  };

  return {
    list: () =>
      mongo.answerAsOf(async (dbSession) => ({ regions: await show(dbSession, await regions.all(dbSession)) })),

    read: (id: string) =>
      mongo.answerAsOf(async (dbSession) => ({
        region: await showOne(dbSession, await requireRecord(mongo, dbSession, regionRecord, id)),
      })),

    add: async (actor: Actor, region: string): Promise<Region> => {
      const record: RegionDocument = { _id: new ObjectId(), region, profiles: [], rev: 0 };
      await addRecord({ mongo, audit }, actor, { definition: regionRecord, record });
      return regionView(record, { profileName: () => "" });
    },

    /**
     * Puts all machines that the region has now under work; one that joins it later is not under work, and one that
     * leaves it stays under work until the region's work ends. Returns how many it changed.
     */
    work: (by: SignedIn, actor: Actor, id: string, request: WorkRequest) =>
      mongo.inTransaction(async (dbSession) => {
        const region = await requireRecord(mongo, dbSession, regionRecord, id);
        const now = clock.now();
        const work = workOf(by, request, now);
        const { machines } = mongo.collections;
        // First: of several at once each would else read all machines, find them changed, and read them again.
        const held = { $set: { held: new ObjectId() } };
        await mongo.collections.regions.updateOne({ _id: region._id }, held, { session: dbSession });
        const inIt = { profile: { $in: region.profiles } };
        const wereInIt = { "work.until": { $gt: new Date(now) }, "work.region": region._id };
        const found = await machines
          .find(work ? inIt : { $or: [inIt, wereInIt] }, { session: dbSession, projection: { work: 1 } })
          .toArray();
        const updates = found.flatMap((machine) => {
          const fields = workWithRegion(machine, work && { ...work, region: region._id }, now);
          const update = { $set: fields ?? {}, $inc: { rev: 1 } };
          return fields ? [{ updateOne: { filter: { _id: machine._id }, update } }] : [];
        });
        if (updates.length > 0) await machines.bulkWrite(updates, { session: dbSession });
        const modifiedCount = updates.length;
        const record = { collection: "regions", id };
        const after = { until: request.until, machines: modifiedCount };
        const reason = request.reason || undefined;
        await audit.write(dbSession, actor, { verb: "region.work", record, before: null, after, reason });
        return { region: await showOne(dbSession, region), machines: modifiedCount };
      }),

    changeProfiles: (actor: Actor, id: string, change: z.output<typeof RegionProfiles>) => {
      const region = new ObjectId(id);
      const profiles = [...new Set(change.profiles.map(({ profile }) => profile))].map((one) => new ObjectId(one));
      return changeRecord({ mongo, audit }, actor, {
        definition: regionRecord,
        id: region,
        rev: change.rev,
        fields: async (_present, dbSession) => {
          await requireFree(dbSession, profiles, region);
          return { profiles, offlineAfterMinutes: change.offlineAfterMinutes };
        },
        show: (present, dbSession) => showOne(dbSession, present),
      });
    },
  };
};
