import { listMachines } from "#shared/machines/machine.api.ts";
import { listProfiles } from "#shared/profiles/profile.api.ts";
import type { ApiCaller } from "../operator.ts";
import type { Shelf } from "./basket.ts";

/** What the machines of a running console sell, as an operator reads it. */
export const shelvesOf = async ({ call }: ApiCaller): Promise<Shelf[]> => {
  const { productProfiles } = await call(listProfiles, {});
  const { vendingMachines } = await call(listMachines, {});
  const brandsOf = new Map(productProfiles.map(({ _id, brands }) => [_id, brands]));
  return vendingMachines.flatMap(({ vendingMachineId, active, profile }) => {
    const offers = brandsOf.get(profile) ?? [];
    return active && offers.length > 0 ? [{ vendingMachine: vendingMachineId, offers }] : [];
  });
};
