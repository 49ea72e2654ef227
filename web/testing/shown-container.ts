import type { Container } from "#shared/containers/container.schema.ts";

/** A container that waits to be filled with Kochi Cola, as the gateway shows it. */
export const aShownContainer = (label: string, more: Partial<Container> = {}): Container => ({
  _id: label.padStart(24, "0"),
  vendingMachine: "b".repeat(24),
  containerId: label,
  channel: Number(label),
  rev: 1,
  isWorking: true,
  isReserved: false,
  reservedUntil: null,
  isEmpty: true,
  isLocked: true,
  product: "c".repeat(24),
  brand: "Kochi Cola",
  stockedOn: null,
  ...more,
});
