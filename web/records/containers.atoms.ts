import { listContainers } from "#shared/containers/container.api.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { containersRoom, unitRoom } from "#shared/events/rooms.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { withoutRecord } from "../live/records.ts";
import { oneForKey } from "../state/one-for-key.ts";
import { withBrand, withContainer, withDoor } from "./container-list.ts";

/** A machine's containers with their doors, which are told in the room of the unit that speaks for the machine. */
export const containersAtomOf = oneForKey((machineId: string, serialNumber: string | null) =>
  liveAtom<Container[]>({
    rooms: [containersRoom(machineId), "products", ...(serialNumber ? [unitRoom(serialNumber)] : [])],
    load: loadBy(listContainers, { query: { vendingMachine: machineId } }, (reply) => reply.containers),
    handlers: {
      "container.changed": (list, told) => (told.vendingMachine === machineId ? withContainer(list, told) : list),
      "container.removed": withoutRecord,
      "door.changed": (list, door) => (door.serialNumber === serialNumber ? withDoor(list, door) : list),
      "product.changed": withBrand,
    },
  }),
);
export type ContainersAtom = ReturnType<typeof containersAtomOf>;
