import type { ContainerFacts } from "#shared/containers/container.rules.ts";

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
