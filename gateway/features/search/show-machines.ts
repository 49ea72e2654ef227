import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { FoundRecords, SearchParts } from "./search-of.ts";

/** Machines with their status; one that sells nothing is deactive before it is anything else. */
export const showMachines = async (
  machines: MachineDocument[],
  { mongo, presence, clock, limits }: SearchParts,
): Promise<FoundRecords[]> => {
  const units = await createUnitsOfMachines(mongo.collections).speaking.among(machines.map(({ _id }) => _id));
  const heard = await presence.read(units.map(({ serialNumber }) => serialNumber));
  const unitOf = new Map(units.map((unit) => [unit.machine.toHexString(), unit]));
  return machines.map(({ _id, name, vendingMachineId, active }) => {
    const id = _id.toHexString();
    const unit = unitOf.get(id);
    const lastSeen = (unit && heard.get(unit.serialNumber)?.lastSeen) ?? null;
    const status = machineStatus({ hasUnit: unit !== undefined, lastSeen }, clock.now(), limits.silentAfterSeconds);
    return { id, label: name, detail: vendingMachineId, state: active ? status : "deactive" };
  });
};
