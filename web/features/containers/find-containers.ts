import { type ContainerState, containerState, containerStates } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";

/** The legend filters by a state, or by doors that stand open. */
export const shownStates = ["all", ...containerStates, "unlocked"] as const;
export type ShownContainers = (typeof shownStates)[number];

export const countShown = (containers: readonly Container[]): Record<ShownContainers, number> => {
  const counts = Object.fromEntries(shownStates.map((shown) => [shown, 0])) as Record<ShownContainers, number>;
  counts.all = containers.length;
  for (const container of containers) {
    counts[containerState(container)] += 1;
    if (!container.isLocked) counts.unlocked += 1;
  }
  return counts;
};

const isOf = (container: Container, shown: ShownContainers): boolean => {
  if (shown === "all") return true;
  if (shown === "unlocked") return !container.isLocked;
  return containerState(container) === (shown satisfies ContainerState);
};

interface Wanted {
  state: ShownContainers;
  q: string;
  /** Empty is all of them. */
  brand: string;
}

/** A number finds the label that begins with it, a text the brands that contain it. */
export const findContainers = (containers: readonly Container[], { state, q, brand }: Wanted): Container[] => {
  const wanted = q.trim().toLowerCase();
  return containers.filter(
    (container) =>
      isOf(container, state) &&
      (brand === "" || container.brand === brand) &&
      (wanted === "" || container.containerId.startsWith(wanted) || container.brand.toLowerCase().includes(wanted)),
  );
};
