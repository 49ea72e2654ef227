import { profileIdOf, profiles } from "../../seed/assortment.ts";
import { places } from "../../seed/places.ts";
import type { Shelf } from "./basket.ts";

/** What the machines of the demo network sell, as it was laid out; a deactive one sells nothing. */
export const demoShelves = (): Shelf[] =>
  places.flatMap(({ vendingMachineId, area, active }) => {
    const profile = profiles.find(({ _id }) => _id.equals(profileIdOf(area)));
    if (!active || !profile) return [];
    const offers = profile.brands.map(({ product, ...offer }) => ({ ...offer, product: product.toHexString() }));
    return [{ vendingMachine: vendingMachineId, offers }];
  });
