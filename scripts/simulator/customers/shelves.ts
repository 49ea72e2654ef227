import { listMachines } from "#shared/machines/machine.api.ts";
import { listProfiles } from "#shared/profiles/profile.api.ts";
import { profileIdOf, profiles } from "../../seed/assortment.ts";
import { places } from "../../seed/places.ts";
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

/** What the machines of the demo network sell, as it was laid out; a deactive one sells nothing. */
export const demoShelves = (): Shelf[] =>
  places.flatMap(({ vendingMachineId, area, active }) => {
    const profile = profiles.find(({ _id }) => _id.equals(profileIdOf(area)));
    if (!active || !profile) return [];
    const offers = profile.brands.map(({ product, ...offer }) => ({ ...offer, product: product.toHexString() }));
    return [{ vendingMachine: vendingMachineId, offers }];
  });
