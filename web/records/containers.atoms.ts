import { listContainers } from "#shared/containers/container.api.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { containersRoom, unitRoom } from "#shared/events/rooms.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { withoutRecord } from "../live/records.ts";
import { type Atom, atom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { oneForKey } from "../state/one-for-key.ts";
import { withBrand, withDoor, withLapsedFreed, withPublished } from "./container-list.ts";

/** A machine's containers with their doors, which are published in the room of the machine's unit. */
export const containersAtomOf = oneForKey((machineId: string, serialNumber: string | null) =>
  liveAtom<Container[]>({
    rooms: [containersRoom(machineId), "products", ...(serialNumber ? [unitRoom(serialNumber)] : [])],
    load: loadBy(listContainers, { query: { vendingMachine: machineId } }, (reply) => reply.containers),
    handlers: {
      "container.changed": (list, incoming) =>
        incoming.vendingMachine === machineId ? withPublished(list, incoming) : list,
      "container.removed": withoutRecord,
      "door.changed": (list, door) => (door.serialNumber === serialNumber ? withDoor(list, door) : list),
      "product.changed": withBrand,
    },
  }),
);

/** The containers as this screen's clock makes them: a reservation ends by itself. */
export const presentAtomOf = (containersAtom: Atom<Load<Container[]>>): Atom<Load<Container[]>> => {
  let last: { from: Load<Container[]>; list: Container[]; gives: Load<Container[]> } | null = null;
  return atom((get) => {
    const from = get(containersAtom);
    if (from.data === undefined) return from;
    const list = withLapsedFreed(from.data, get(nowAtom));
    // A tick in which nothing ends draws nothing.
    const same = last?.list.length === list.length && last.list.every((container, index) => container === list[index]);
    if (last && same && last.from === from) return last.gives;
    last = { from, list, gives: { ...from, data: list } };
    return last.gives;
  });
};
