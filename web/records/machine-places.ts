import type { MachineStatus } from "#shared/machines/machine.rules.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { atom } from "../state/jotai.ts";
import { countText } from "../ui/count-text.ts";
import { judgedMachinesAtom, machinesAtom } from "./machines.atoms.ts";

/** The machines that follow each profile, by its id; undefined until they are known. */
export const machinesOfProfilesAtom = atom((get): ReadonlyMap<string, Machine[]> | undefined => {
  const machines = get(machinesAtom).data;
  if (!machines) return undefined;
  const of = new Map<string, Machine[]>();
  for (const machine of machines) of.set(machine.profile, [...(of.get(machine.profile) ?? []), machine]);
  return of;
});

/** What becomes of each machine, by its control unit's serial number; undefined until it is known. */
export const statusOfUnitsAtom = atom((get): ReadonlyMap<string, MachineStatus> | undefined => {
  const judged = get(judgedMachinesAtom).data;
  return (
    judged && new Map(judged.flatMap(({ record, status }) => (record.unit ? [[record.unit.serialNumber, status]] : [])))
  );
});

/** "6 machines in Aluva"; a placeholder while they are not known. */
export const placesText = (machines: readonly Machine[] | undefined, inRegion: boolean): string => {
  if (!machines) return "\u00a0";
  if (machines.length === 0) return "No machine";
  const regions = [...new Set(machines.map(({ region }) => region))].filter((region) => region !== "");
  const count = countText(machines.length, "machine");
  return inRegion && regions.length > 0 ? `${count} in ${regions.join(", ")}` : count;
};
