import { useMemo } from "react";
import { indicatorStatus, machineStatus, presenceFacts } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { HeardFields } from "../live/presences.ts";
import { atom, useAtomValue } from "../state/jotai.ts";
import { nowAtom } from "../state/now.atoms.ts";
import { heardAtomOf } from "./heard.atom.ts";

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
