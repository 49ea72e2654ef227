import { type ContainerState, containerState } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ChipTone } from "../ui/StateChip.tsx";

/** How a container's state looks: a label, a colour and an icon, never colour alone. In the order of the legend. */
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
