import { onceFor } from "#shared/concurrency/once-for.ts";
import { isReservedAt } from "#shared/containers/container.rules.ts";
import type { Container, ContainerRecord } from "#shared/containers/container.schema.ts";
import type { EventView } from "#shared/events/events.ts";
import { loadAgain } from "../live/follow.ts";
import { isNewer } from "../live/records.ts";

/** The list with a published container, in the order of the channels; an older event changes nothing. */
export const withContainer = (list: Container[], incoming: ContainerRecord | Container): Container[] => {
  const at = list.findIndex(({ _id }) => _id === incoming._id);
  const known = list[at];
  if (known === undefined) {
    const after = list.findIndex(({ channel }) => channel > incoming.channel);
    // A door that was never reported counts as locked.
    return list.toSpliced(after === -1 ? list.length : after, 0, { isLocked: true, ...incoming });
  }
  // From what was known only the door stays: a fact that the record does not carry, such as `toBeChecked`, is over.
  return isNewer(known, incoming) ? list.with(at, { isLocked: known.isLocked, ...incoming }) : list;
};

/** The list after an event. A container that was just added may have an open lock: only a load knows that. */
export const withPublished = (list: Container[], incoming: ContainerRecord): Container[] | typeof loadAgain =>
  list.some(({ _id }) => _id === incoming._id) ? withContainer(list, incoming) : loadAgain;

export const withContainers = (list: Container[], incoming: readonly Container[]): Container[] =>
  incoming.reduce<Container[]>(withContainer, list);

export const withDoor = (list: Container[], { channel, isLocked }: EventView<"door.changed">): Container[] => {
  const at = list.findIndex((container) => container.channel === channel);
  const known = list[at];
  return known === undefined || known.isLocked === isLocked ? list : list.with(at, { ...known, isLocked });
};

/** A brand is shown by name beside its product's id. */
export const withBrand = (list: Container[], { _id, brand }: { _id: string; brand: string }): Container[] => {
  if (!list.some((container) => container.product === _id && container.brand !== brand)) return list;
  return list.map((container) => (container.product === _id ? { ...container, brand } : container));
};

const lapsed = onceFor(
  (container: Container): Container => ({
    ...container,
    isReserved: false,
    reservedUntil: null,
  }),
);

/** As it is at `now`: a customer's reservation that has lapsed is none. What did not lapse keeps its identity. */
export const withLapsedFreed = (list: Container[], now: number): Container[] => {
  const isLapsed = ({ isReserved, reservedUntil }: Container) =>
    isReserved &&
    !isReservedAt({ isReserved, reservedUntil: reservedUntil === null ? null : Date.parse(reservedUntil) }, now);
  if (!list.some(isLapsed)) return list;
  return list.map((container) => (isLapsed(container) ? lapsed(container) : container));
};
