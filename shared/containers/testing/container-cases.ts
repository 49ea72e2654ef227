/** What an operator can do to a container (specification: Container rules). */
export const actions = [
  "change working",
  "change reserved",
  "choose product",
  "remove product",
  "add to stock",
  "mark empty",
  "delete",
] as const;
export type ActionName = (typeof actions)[number];

interface ContainerCase {
  isWorking: boolean;
  isReserved: boolean;
  isEmpty: boolean;
  hasProduct: boolean;
  allowed: ActionName[];
}

const state = (
  isWorking: boolean,
  isReserved: boolean,
  isEmpty: boolean,
  hasProduct: boolean,
  allowed: ActionName[],
) => ({
  isWorking,
  isReserved,
  isEmpty,
  hasProduct,
  allowed,
});
const [working, disabled] = [true, false];
const [reserved, free] = [true, false];
const [empty, full] = [true, false];
const [product, bare] = [true, false];

/**
 * Every state that the four facts can make, and all that is allowed in it, written down by hand:
 * the rules, the buttons and the server are held against this one table.
 */
export const containerCases: ContainerCase[] = [
  state(working, free, empty, product, [
    "change working",
    "choose product",
    "remove product",
    "add to stock",
    "delete",
  ]),
  state(working, free, empty, bare, ["change working", "choose product", "delete"]),
  state(working, free, full, product, ["change working", "change reserved", "mark empty"]),
  state(working, free, full, bare, ["change working", "change reserved"]),
  state(working, reserved, empty, product, ["choose product", "remove product"]),
  state(working, reserved, empty, bare, ["choose product"]),
  state(working, reserved, full, product, ["change reserved"]),
  state(working, reserved, full, bare, ["change reserved"]),
  state(disabled, free, empty, product, ["change working", "delete"]),
  state(disabled, free, empty, bare, ["change working", "delete"]),
  state(disabled, free, full, product, ["change working"]),
  state(disabled, free, full, bare, ["change working"]),
  state(disabled, reserved, empty, product, []),
  state(disabled, reserved, empty, bare, []),
  state(disabled, reserved, full, product, []),
  state(disabled, reserved, full, bare, []),
];

/** `working, free, empty, with a product`. */
export const caseName = ({ isWorking, isReserved, isEmpty, hasProduct }: ContainerCase): string =>
  [
    isWorking ? "working" : "disabled",
    isReserved ? "reserved" : "free",
    isEmpty ? "empty" : "full",
    hasProduct ? "with a product" : "without a product",
  ].join(", ");
