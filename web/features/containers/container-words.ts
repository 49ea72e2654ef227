import type { ContainerFacts } from "#shared/containers/container.rules.ts";

const product = ({ isEmpty, isWorking }: ContainerFacts): string | null => {
  if (!isWorking) return "The product of a container that is out of order cannot be changed";
  return isEmpty ? null : "The product can be changed once the container is empty";
};

/** Why a control of the card is disabled (specification: Container rules); null when it is not. */
export const whyAtRest = {
  product,
  removal: (container: ContainerFacts) =>
    product(container) ?? (container.product === null ? "It holds no product" : null),
  working: ({ isReserved }: ContainerFacts) =>
    isReserved ? "A reserved container stays as it is until its reservation ends" : null,
  reserved: ({ isEmpty, isWorking }: ContainerFacts) => {
    if (!isWorking) return "A container that is out of order cannot be reserved";
    return isEmpty ? "An empty container cannot be reserved" : null;
  },
  stock: ({ isReserved, isWorking, toBeChecked }: ContainerFacts) => {
    if (!isWorking) return "A container that is out of order cannot be stocked or emptied";
    return isReserved && !toBeChecked ? "A reserved container cannot be stocked or emptied" : null;
  },
  remove: ({ isReserved, isEmpty }: ContainerFacts) => {
    if (isReserved) return "A reserved container cannot be deleted";
    return isEmpty ? null : "Only an empty container can be deleted";
  },
};
