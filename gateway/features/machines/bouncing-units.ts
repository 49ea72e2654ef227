import { isBouncing } from "#shared/machines/bouncing.rules.ts";
import type { Bouncing } from "#shared/machines/bouncing.schema.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { bouncingView } from "./bouncing.view.ts";

/** Which units' locks bounce at this moment. Mostly none, so those are read and not each unit's. */
export const createBouncingUnits = ({ collections: { rattlingUnits } }: Pick<Mongo, "collections">) => ({
  all: async (dbSession: DbSession, now: number): Promise<Map<string, Bouncing>> => {
    const found = rattlingUnits.find(
      { until: { $gt: new Date(now) } },
      { session: dbSession, batchSize: recordsPerBatch },
    );
    return new Map((await found.toArray()).map((document) => [document._id, bouncingView(document)]));
  },
  of: async (dbSession: DbSession, serialNumber: string, now: number): Promise<Bouncing | null> => {
    const found = await rattlingUnits.findOne({ _id: serialNumber }, { session: dbSession });
    const view = found && bouncingView(found);
    return isBouncing(view, now) ? view : null;
  },
});
