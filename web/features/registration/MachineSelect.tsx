import { useMemo } from "react";
import type { AvailableMachine } from "#shared/registration/registration.schema.ts";
import { useAtomValue } from "../../state/jotai.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { availableAtom } from "./registration.atoms.ts";

interface MachineSelectProps extends Binding<string | null> {
  /** The machine that the unit speaks for now: it is not among those without a unit. */
  own?: Pick<AvailableMachine, "_id" | "vendingMachineId">;
  /** The chosen machine, for whoever wants its name. */
  onChosen?: (machine: AvailableMachine) => void;
}

/** A machine that has no control unit yet. */
export function MachineSelect({ own, onChosen, ...binding }: MachineSelectProps) {
  const load = useAtomValue(availableAtom);
  const options = useMemo(
    () => [
      ...(own ? [{ value: own._id, label: `${own.vendingMachineId} (as now)` }] : []),
      ...(load.data ?? [])
        .filter(({ _id }) => _id !== own?._id)
        .map(({ _id, name, vendingMachineId }) => ({ value: _id, label: `${name} (${vendingMachineId})` })),
    ],
    [load.data, own],
  );
  return (
    <SelectField
      {...binding}
      options={options}
      loading={load.data === undefined && load.state === "loading"}
      placeholder="Choose a vending machine"
      emptyText={load.state === "failed" ? load.error : "Every vending machine has a control unit"}
      onChange={(chosen) => {
        binding.onChange(chosen);
        const machine = load.data?.find(({ _id }) => _id === chosen);
        if (machine) onChosen?.(machine);
      }}
    />
  );
}
