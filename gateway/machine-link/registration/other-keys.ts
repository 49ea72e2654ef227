import type { Collection, Filter, UpdateFilter } from "mongodb";
import type { Keyed, OtherKey } from "#shared/runtime/unit-secrets.ts";
import type { GatewayParts } from "../../parts.ts";
import { createBudgets } from "../connections/budgets.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "log">;
interface Named extends Keyed {
  serialNumber: string;
}

/**
 * Another key under a serial number is written on the record that operators see, whether it waits or is registered.
 * `rev` stays: a stranger must not make an operator's edit stale. At most once a second each, whatever is said.
 */
export const createOtherKeys = ({ mongo, limits, log }: Parts) => {
  const { registrationRequests, units } = mongo.collections;
  const perSerial = createBudgets(60_000 / limits.noteOtherKeyEveryMs, { burst: 1 });

  const noteIn = async <D extends Named>(collection: Collection<D>, serialNumber: string, key: string, at: Date) => {
    const again = await collection.updateOne(
      { serialNumber, "otherKey.key": key } as unknown as Filter<D>,
      { $set: { "otherKey.at": at }, $inc: { "otherKey.times": 1 } } as unknown as UpdateFilter<D>,
    );
    if (again.matchedCount > 0) return;
    const otherKey: OtherKey = { key, at, times: 1 };
    // An operator may have accepted it meanwhile.
    const filter = { serialNumber, key: { $ne: key } } as unknown as Filter<D>;
    const { modifiedCount } = await collection.updateOne(filter, { $set: { otherKey } } as unknown as UpdateFilter<D>);
    if (modifiedCount > 0) log.debug({ serialNumber }, "another unit uses this serial number");
  };

  return async (of: "request" | "unit", serialNumber: string, key: string, at: Date): Promise<void> => {
    if (!perSerial.spend(serialNumber)) return;
    if (of === "unit") await noteIn(units, serialNumber, key, at);
    else await noteIn(registrationRequests, serialNumber, key, at);
  };
};
export type OtherKeys = ReturnType<typeof createOtherKeys>;
