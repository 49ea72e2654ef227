import { ObjectId } from "mongodb";
import type * as z from "zod";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type { listRegions, readRegion } from "#shared/regions/region.api.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import type { Region, RegionProfiles } from "#shared/regions/region.schema.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { RegionDocument } from "#shared/runtime/documents/goods.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { addRecord, changeRecord, missing } from "../change-record.ts";
import type { FeatureParts } from "../feature.ts";
import { createRegionsRepository } from "./regions.repository.ts";
import { regionView } from "./regions.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit">;

export const createRegionsService = ({ mongo, audit }: Parts) => {
  const regions = createRegionsRepository(mongo);
  const show = async (dbSession: DbSession, found: RegionDocument[]): Promise<Region[]> => {
    const ids = found.flatMap(({ profiles }) => profiles);
    const names = await regions.profileNames(dbSession, ids);
    return found.map((region) => regionView(region, { profileName: (id) => names.get(id.toHexString()) ?? "" }));
  };
  const showOne = async (dbSession: DbSession, region: RegionDocument): Promise<Region> => {
    const [shown] = await show(dbSession, [region]);
    if (!shown) throw new Error("one region was to be shown");
    return shown;
  };

  /** A profile belongs to at most one region: decisions about price and tax must not depend on luck. */
  const requireFree = async (dbSession: DbSession, profiles: ObjectId[], region: ObjectId) => {
    const names = await regions.profileNames(dbSession, profiles);
    const unknown = profiles.find((id) => !names.has(id.toHexString()));
    if (unknown) throw new DomainError("missing", `There is no product profile ${unknown.toHexString()}`);
    const other = await regions.holding(dbSession, profiles, region);
    if (!other) return;
    const taken = profiles.find((id) => other.profiles.some((held) => held.equals(id)));
    throw new DomainError(
      "conflict",
      `The profile ${names.get(taken?.toHexString() ?? "")} belongs to the region ${other.region} already`,
    );
  };

  return {
    list: async (): Promise<CallReply<typeof listRegions>> => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => show(dbSession, await regions.all(dbSession)));
      return { regions: found, asOf };
    },

    read: async (id: string): Promise<CallReply<typeof readRegion>> => {
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const region = await regions.byId(dbSession, new ObjectId(id));
        return region && showOne(dbSession, region);
      });
      if (!found) throw missing(regionRecord, id);
      return { region: found, asOf };
    },

    add: async (actor: Actor, region: string): Promise<Region> => {
      const record: RegionDocument = { _id: new ObjectId(), region, profiles: [], rev: 0 };
      await addRecord({ mongo, audit }, actor, { card: regionRecord, record });
      return regionView(record, { profileName: () => "" });
    },

    changeProfiles: (actor: Actor, id: string, change: z.output<typeof RegionProfiles>): Promise<Region> => {
      const region = new ObjectId(id);
      const profiles = [...new Set(change.profiles.map(({ profile }) => profile))].map((one) => new ObjectId(one));
      return changeRecord({ mongo, audit }, actor, {
        card: regionRecord,
        id: region,
        rev: change.rev,
        fields: async (_present, dbSession) => {
          await requireFree(dbSession, profiles, region);
          return { profiles };
        },
        show: (present, dbSession) => showOne(dbSession, present),
      });
    },
  };
};
