import { ObjectId } from "mongodb";
import { eachLimited } from "#shared/concurrency/limit.ts";
import { usualHoursOf } from "#shared/live-status/at-risk.rules.ts";
import { type AtRisk, mostAtRisk } from "#shared/live-status/at-risk.schema.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { newestOutages } from "../../records/many-machines.ts";
import { readSilent } from "../../records/silent-units.ts";
import { createUsualSales } from "./usual-sales.ts";

type Parts = Pick<FeatureParts, "mongo" | "presence" | "clock" | "limits" | "manyMachines">;

/** Each reads the orders of one machine. */
const atOnce = 8;

/**
 * What offline machines usually sell in the time since they were heard last, from the paid orders of the four weeks
 * before. Only the hours in question are read, by an index; nothing is stored for it.
 */
export const createAtRisk = ({ mongo, presence, clock, limits, manyMachines }: Parts) => {
  const { machines } = mongo.collections;
  const usualSales = createUsualSales(mongo.collections);
  const { speaking } = createUnitsOfMachines(mongo.collections);

  /** In a large network, only as many as one answer may list. */
  const silentUnits = async () => {
    const many = await manyMachines();
    if (many) {
      const now = clock.now();
      const selling = many.filter(({ active }) => active);
      const silent = newestOutages(selling, mostAtRisk, now, limits.silentAfterSeconds);
      return { silent: silent.map(({ id, lastSeen }) => ({ machine: new ObjectId(id), lastSeen })), now };
    }
    return readSilent({ presence, clock, limits }, await speaking.all());
  };

  /** A deactive machine sells nothing, online or not. */
  const silentMachines = async () => {
    const { silent, now } = await silentUnits();
    const { found: offered, asOf } = await mongo.readAsOf((session) =>
      machines
        .find({ _id: { $in: silent.map(({ machine }) => machine) }, active: true }, { session })
        .project<{ _id: ObjectId; createdAt: Date }>({ createdAt: 1 })
        .toArray(),
    );
    const addedOf = new Map(offered.map(({ _id, createdAt }) => [_id.toHexString(), createdAt.getTime()]));
    const selling = silent.flatMap((one) => {
      const since = addedOf.get(one.machine.toHexString());
      return since === undefined ? [] : [{ ...one, since }];
    });
    selling.sort((one, other) => other.lastSeen - one.lastSeen);
    return { silent: selling.slice(0, mostAtRisk), now, asOf };
  };

  return async () => {
    const { silent, now, asOf } = await silentMachines();
    const found: AtRisk[] = [];
    const [failure] = await eachLimited(silent, atOnce, async ({ machine, lastSeen, since }) => {
      const _id = machine.toHexString();
      const usual = usualHoursOf({ from: lastSeen, before: now }, since);
      const amount = usual ? await usualSales(machine, usual) : 0;
      if (amount > 0) found.push({ _id, since: new Date(lastSeen).toISOString(), amount });
    });
    if (failure !== undefined) throw failure;
    found.sort((one, other) => other.amount - one.amount || one._id.localeCompare(other._id));
    return { machines: found, until: new Date(now).toISOString(), asOf };
  };
};
