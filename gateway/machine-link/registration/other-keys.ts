import type { Collection, Filter, UpdateFilter } from "mongodb";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { Keyed, OtherKey } from "#shared/registration/unit-secrets.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { createTurnsOfAddresses } from "./taking-turns.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "log">;
interface Named extends Keyed {
  serialNumber: string;
}

/**
 * Another key under a serial number is written on the record that operators see, whether it waits or is registered.
 * `rev` stays: a stranger must not make an operator's edit stale. Written at most once within `noteOtherKeyEveryMs`, and
 * each address in its turn, whatever is said.
 */
export const createOtherKeys = ({ mongo, limits, log }: Parts) => {
  const { registrationRequests, units } = mongo.collections;
  const keyToShow = createTurnsOfAddresses(limits.noteOtherKeyEveryMs);

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

  return async (
    of: "request" | "unit",
    { serialNumber, address }: Pick<UnitConnection, "serialNumber" | "address">,
    said: string,
    at: Date,
  ): Promise<void> => {
    const key = keyToShow(serialNumber, address, said);
    if (key === null) return;
    if (of === "unit") await noteIn(units, serialNumber, key, at);
    else await noteIn(registrationRequests, serialNumber, key, at);
  };
};
