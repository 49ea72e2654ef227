import type { Filter } from "mongodb";
import { type ContainerFacts, isReservedAt } from "#shared/containers/container.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";

type Guard = Filter<ContainerDocument>;

/** A check that was asked for under an earlier reservation does not apply to the present one. */
export const isToBeChecked = ({ isReserved, reservation, toCheck }: ContainerDocument): boolean =>
  isReserved && reservation !== null && toCheck?.equals(reservation) === true;

/** Input of the container rules at a moment (milliseconds): a customer's reservation that has lapsed counts as none. */
export const factsAt = (container: ContainerDocument, now: number): ContainerFacts => ({
  isWorking: container.isWorking,
  isReserved: isReservedAt({ ...container, reservedUntil: container.reservedUntil?.getTime() ?? null }, now),
  isEmpty: container.isEmpty,
  product: container.product,
  toBeChecked: isToBeChecked(container),
});

const freeAt = (now: number): Guard[] => [{ isReserved: false }, { reservedUntil: { $lte: new Date(now) } }];
/** Not reserved, or reserved by a customer whose time is over. */
export const isFree = (now: number): Guard => ({ $or: freeAt(now) });
const leftToCheck: Guard = { reservation: { $ne: null }, $expr: { $eq: ["$reservation", "$toCheck"] } };

/**
 * The container rules as conditions of the write (specification: Container rules), so that no other writer can slip in
 * between.
 */
export const guards = {
  canChangeWorking: isFree,
  canChangeReserved: (): Guard => ({ isEmpty: false, isWorking: true }),
  canChangeProduct: (): Guard => ({ isEmpty: true, isWorking: true }),
  canBeStocked: (now: number): Guard => ({ isWorking: true, isEmpty: true, product: { $ne: null }, ...isFree(now) }),
  canBeEmptied: (now: number): Guard => ({
    isWorking: true,
    isEmpty: false,
    product: { $ne: null },
    $or: [...freeAt(now), leftToCheck],
  }),
  canDelete: (now: number): Guard => ({ isEmpty: true, ...isFree(now) }),
};

/** A reservation that has lapsed goes with the next change, whatever that is about. */
export const dropLapsedReservation = (container: ContainerDocument, now: number): Partial<ContainerDocument> =>
  container.isReserved && !factsAt(container, now).isReserved ? noReservation : {};

export const noReservation = { isReserved: false, reservedUntil: null, reservedAt: null, reservation: null } as const;

const obstacles = {
  reserved: { holds: (c: ContainerFacts) => c.isReserved, text: "is reserved" },
  disabled: { holds: (c: ContainerFacts) => !c.isWorking, text: "is disabled" },
  stocked: { holds: (c: ContainerFacts) => !c.isEmpty, text: "is not empty" },
  empty: { holds: (c: ContainerFacts) => c.isEmpty, text: "is empty" },
  unassigned: { holds: (c: ContainerFacts) => c.product === null, text: "has no product" },
};
export type Obstacle = keyof typeof obstacles;

/** Why a rule says no, of what could be in its way: 'is reserved and is not empty'. */
export const whyNot = (facts: ContainerFacts, inTheWay: Obstacle[]): string =>
  inTheWay.flatMap((name) => (obstacles[name].holds(facts) ? obstacles[name].text : [])).join(" and ") ||
  "cannot be changed now";

/** Throws `conflict`, naming the container by its label, unless the rule allows it. */
export const insist = (allowed: boolean, { label }: ContainerDocument, facts: ContainerFacts, inTheWay: Obstacle[]) => {
  if (!allowed) throw new DomainError("conflict", `Container ${label} ${whyNot(facts, inTheWay)}`);
};
