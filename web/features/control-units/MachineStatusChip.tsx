import { useMemo } from "react";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { useHeard } from "../../records/use-heard.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { StateChip } from "../../ui/StateChip.tsx";

function Indicator({ machine }: { machine: Machine }) {
  const { indicator } = useHeard(machine);
  return <StateChip state={indicator} glows />;
}

/** Online or Offline, true to the second. */
export function MachineStatusChip({ machineId }: { machineId: string }) {
  const machine = useAtomValue(useMemo(() => machineAtomOf(machineId), [machineId])).data;
  return machine ? <Indicator key={machineId} machine={machine} /> : <span className="bone chip-bone" />;
}
