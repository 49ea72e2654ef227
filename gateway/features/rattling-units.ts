import { isRattling } from "#shared/machines/rattling.rules.ts";
import type { Rattling } from "#shared/machines/rattling.schema.ts";
import { type DbSession, type Mongo, recordsPerBatch } from "#shared/runtime/mongo.ts";
import { rattlingView } from "./machines/rattling.view.ts";

/** Which units' locks rattle at this moment. Mostly none, so those are read and not each unit's. */
export const createRattlingUnits = ({ collections: { rattlingUnits } }: Pick<Mongo, "collections">) => ({
  all: async (dbSession: DbSession, now: number): Promise<Map<string, Rattling>> => {
    const found = rattlingUnits.find(
      { until: { $gt: new Date(now) } },
      { session: dbSession, batchSize: recordsPerBatch },
    );
    return new Map((await found.toArray()).map((told) => [told._id, rattlingView(told)]));
  },
  of: async (dbSession: DbSession, serialNumber: string, now: number): Promise<Rattling | null> => {
    const found = await rattlingUnits.findOne({ _id: serialNumber }, { session: dbSession });
    const told = found && rattlingView(found);
    return isRattling(told, now) ? told : null;
  },
});
