import { unitRoom } from "#shared/events/rooms.ts";
import { readMachine } from "#shared/machines/machine.api.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { type HeardFields, withPresences } from "../live/presences.ts";

/** When the machine's unit was last heard. Its room is known only once the machine is, so it is followed apart. */
export const heardAtomOf = (id: string, serialNumber: string) =>
  liveAtom<HeardFields>({
    rooms: [unitRoom(serialNumber)],
    load: loadBy(readMachine, { params: { id } }, ({ vendingMachine: { lastSeenOnline, strength, telemetry } }) => ({
      lastSeenOnline,
      strength,
      telemetry,
    })),
    handlers: {
      "presence.changed": (heard, presences) => withPresences([heard], presences, () => serialNumber)[0] ?? heard,
    },
  });
