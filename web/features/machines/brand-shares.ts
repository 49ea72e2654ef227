import type { Container } from "#shared/containers/container.schema.ts";
import { addToPivot } from "#shared/inventory/inventory.rules.ts";
import type { BrandCounts } from "#shared/inventory/inventory.schema.ts";

/** What each brand of a machine has of places, cans and failures, by name; containers without a product have none. */
export const brandShares = (containers: readonly Container[]): [brand: string, counts: BrandCounts][] => {
  const brands = new Map<string, BrandCounts>();
  for (const container of containers) {
    if (container.product === null) continue;
    const known = brands.get(container.brand) ?? { assignedContainers: 0, empty: 0, inStock: 0, disabled: 0 };
    addToPivot(known, container);
    brands.set(container.brand, known);
  }
  return [...brands].sort(([a], [b]) => a.localeCompare(b));
};
