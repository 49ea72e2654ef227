/**
 * What may be done to a container (specification: Container rules): the button and the server use the same functions.
 */
export interface ContainerFacts {
  isWorking: boolean;
  isReserved: boolean;
  isEmpty: boolean;
  product: unknown;
  /** Reserved after a refund until somebody has looked into it, and for nobody. */
  toBeChecked?: boolean | undefined;
}

/** "Working/Disabled can be changed unless the container is reserved." */
export const canChangeWorking = (c: ContainerFacts): boolean => !c.isReserved;

/** "Reserved/Available can be changed only when the container is not empty and is working." */
export const canChangeReserved = (c: ContainerFacts): boolean => !c.isEmpty && c.isWorking;

/** "Product selection and Remove are enabled only when the container is empty and working." */
export const canChangeProduct = (c: ContainerFacts): boolean => c.isEmpty && c.isWorking;
export const canRemoveProduct = (c: ContainerFacts): boolean => canChangeProduct(c) && c.product !== null;

/** "The stock button is shown only if a product is assigned." */
export const showsStockButton = (c: ContainerFacts): boolean => c.product !== null;

/** "ADD TO STOCK when empty (marks it stocked) and IN STOCK otherwise (marks it empty)." */
export const stockButtonText = (c: ContainerFacts): "ADD TO STOCK" | "IN STOCK" =>
  c.isEmpty ? "ADD TO STOCK" : "IN STOCK";

/**
 * "It is disabled when reserved or not working." What was to be checked and turned out to be empty is marked so at once:
 * by way of Available it would be sold in between.
 */
export const canChangeStock = (c: ContainerFacts): boolean =>
  c.product !== null && (!c.isReserved || c.toBeChecked === true) && c.isWorking;

/** "Only containers that are working, not reserved, empty and with a product assigned are selectable." */
export const canBeStocked = (c: ContainerFacts): boolean => canChangeStock(c) && c.isEmpty;

/** The same button on a full container. */
export const canBeEmptied = (c: ContainerFacts): boolean => canChangeStock(c) && !c.isEmpty;

/** Nothing is lost with a container that is deleted: it must be free and empty. */
export const canDelete = (c: ContainerFacts): boolean => !c.isReserved && c.isEmpty;

/** How a container counts in `containersInfo`: the five add up to the machine's containers. */
export const containerStates = ["failure", "reserved", "unassigned", "empty", "available"] as const;
export type ContainerState = (typeof containerStates)[number];

export const containerState = (c: ContainerFacts): ContainerState => {
  if (!c.isWorking) return "failure";
  if (c.isReserved) return "reserved";
  if (c.product === null) return "unassigned";
  return c.isEmpty ? "empty" : "available";
};

/** A customer's reservation that has lapsed counts as free; an operator's has no end. */
export const isReservedAt = (c: { isReserved: boolean; reservedUntil: number | null }, now: number): boolean =>
  c.isReserved && (c.reservedUntil === null || c.reservedUntil > now);

/** Left out of the stock brand filter (specification: Stock tiles). */
export const refundableDeposit = "Refundable Deposit";
