import { type ContainerFacts, type ContainerState, containerState } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ChipTone } from "../../ui/StateChip.tsx";

/** How a container's state looks: a word, a colour and a sign, never colour alone. In the order of the legend. */
export const stateLooks: Record<ContainerState, { word: string; icon: string; tone: ChipTone }> = {
  available: { word: "Stocked", icon: "pi-circle-fill", tone: "ok" },
  empty: { word: "Empty", icon: "pi-circle", tone: "quiet" },
  reserved: { word: "Reserved", icon: "pi-clock", tone: "warn" },
  failure: { word: "Failure", icon: "pi-ban", tone: "danger" },
  unassigned: { word: "Unassigned", icon: "pi-question-circle", tone: "quiet" },
};
/** A reserved container whose can was refunded says that somebody must look into it. */
export const looksOf = (container: Container) =>
  container.toBeChecked
    ? { word: "Reserved: check", icon: "pi-eye", tone: "warn" as const }
    : stateLooks[containerState(container)];
export const legend = Object.keys(stateLooks) as ContainerState[];

/** Why a control of the card rests, in the terms of specification section 4; undefined when it does not. */
export const whyAtRest = {
  working: ({ isReserved }: ContainerFacts) =>
    isReserved ? "A reserved container stays as it is until its reservation ends" : undefined,
  reserved: ({ isEmpty, isWorking }: ContainerFacts) => {
    if (!isWorking) return "A container that is out of order cannot be reserved";
    return isEmpty ? "An empty container cannot be reserved" : undefined;
  },
  product: ({ isEmpty, isWorking }: ContainerFacts) => {
    if (!isWorking) return "The product of a container that is out of order cannot be changed";
    return isEmpty ? undefined : "The product can be changed once the container is empty";
  },
  stock: ({ isReserved, isWorking }: ContainerFacts) => {
    if (!isWorking) return "A container that is out of order cannot be stocked or emptied";
    return isReserved ? "A reserved container cannot be stocked or emptied" : undefined;
  },
  remove: ({ isReserved, isEmpty }: ContainerFacts) => {
    if (isReserved) return "A reserved container cannot be deleted";
    return isEmpty ? undefined : "Only an empty container can be deleted";
  },
};
