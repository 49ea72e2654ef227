import type { ObjectId } from "mongodb";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { readShownNames } from "../../records/shown-names.ts";

interface Group {
  /** The profile. */
  _id: ObjectId;
  count: number;
}

/** How many machines follow each profile, by indexes alone: counted once for all who ask at that moment. */
export const createProfileMachines = ({ mongo, clock }: Pick<FeatureParts, "mongo" | "clock">) => {
  const { machines } = mongo.collections;
  return createSharedRun(() =>
    mongo.answerAsOf(async (session) => {
      const byProfile = { $group: { _id: "$profile", count: { $sum: 1 } } };
      const all = await machines
        .aggregate<Group>([{ $sort: { profile: 1 } }, byProfile], { session, hint: "profile" })
        .toArray();
      const atWork = await machines
        .aggregate<Group>([{ $match: { "work.until": { $gt: new Date(clock.now()) } } }, byProfile], { session })
        .toArray();
      const underWork = new Map(atWork.map(({ _id, count }) => [_id.toHexString(), count]));
      const ids = all.map(({ _id }) => _id);
      const { regionOf } = await readShownNames(mongo, session, { people: [], machines: [], profiles: ids });
      return {
        profiles: all.map(({ _id, count }) => {
          const profile = _id.toHexString();
          return { profile, region: regionOf(_id), machines: count, underWork: underWork.get(profile) ?? 0 };
        }),
      };
    }),
  );
};
