import { useMemo } from "react";
import { unitRoom } from "#shared/events/rooms.ts";
import { readMachine } from "#shared/machines/machine.api.ts";
import { indicatorStatus, machineStatus, presenceFacts } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { type HeardFields, withPresences } from "../live/presences.ts";
import { atom, useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { oneForKey } from "../state/one-for-key.ts";

/** When the machine's unit was last heard. Its room is known only once the machine is, so it is followed apart. */
const heardAtomOf = oneForKey((id: string, serialNumber: string) =>
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
  }),
);

const nobody = atom({ data: undefined });

/** When the machine was last heard, as it happens; until its unit's room is joined, as the machine's record says. */
export function useHeard(machine: Machine): { heard: HeardFields; indicator: "Online" | "Offline" } {
  const { _id, unit } = machine;
  const serialNumber = unit?.serialNumber;
  const heardAtom = useMemo(() => (serialNumber ? heardAtomOf(_id, serialNumber) : nobody), [_id, serialNumber]);
  const followed = useAtomValue(heardAtom).data;
  const { lastSeenOnline, strength, telemetry } = followed ?? machine;
  const indicatorAtom = useMemo(
    () => atom((get) => indicatorStatus(machineStatus(presenceFacts({ unit, lastSeenOnline }), get(nowAtom)))),
    [unit, lastSeenOnline],
  );
  return { heard: { lastSeenOnline, strength, telemetry }, indicator: useAtomValue(indicatorAtom) };
}
