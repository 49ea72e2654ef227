import type { ObjectId } from "mongodb";
import { isSilent } from "#shared/machines/machine.rules.ts";
import type { UnitOfMachine } from "#shared/machines/units-of-machines.server.ts";
import type { FeatureParts } from "./feature.ts";

interface Silent {
  machine: ObjectId;
  lastSeen: number;
}

/** The machines of those units that are not heard any more, and when that was judged; one that never was is left out. */
export const readSilent = async (
  { presence, clock, limits }: Pick<FeatureParts, "presence" | "clock" | "limits">,
  units: readonly UnitOfMachine[],
): Promise<{ silent: Silent[]; now: number }> => {
  const heard = await presence.read(units.map(({ serialNumber }) => serialNumber));
  const now = clock.now();
  const silent = units.flatMap(({ serialNumber, machine }) => {
    const lastSeen = heard.get(serialNumber)?.lastSeen;
    if (lastSeen === undefined || !isSilent(lastSeen, now, limits.silentAfterSeconds)) return [];
    return [{ machine, lastSeen }];
  });
  return { silent, now };
};
