import type { AvailableMachine } from "#shared/registration/registration.schema.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { choicesOf } from "../../ui/form/choices.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { availableAtom } from "./registration.atoms.ts";

interface MachineSelectProps extends Binding<string | null> {
  /** The unit's machine at present: it is not among those without a unit. */
  own?: Pick<AvailableMachine, "_id" | "vendingMachineId">;
  /** The chosen machine, for a caller that needs its name. */
  onChosen?: (machine: AvailableMachine) => void;
}

/** A machine that has no control unit yet. */
export function MachineSelect({ own, onChosen, ...binding }: MachineSelectProps) {
  const load = useAtomValue(availableAtom);
  const optionOf = ({ _id, name, vendingMachineId }: AvailableMachine) => ({
    value: _id,
    label: `${name} (${vendingMachineId})`,
  });
  const free = choicesOf(load, (all) => all.map(optionOf), "Every vending machine has a control unit");
  const others = free.options.filter(({ value }) => value !== own?._id);
  return (
    <SelectField
      {...binding}
      {...free}
      options={own ? [{ value: own._id, label: `${own.vendingMachineId} (as now)` }, ...others] : others}
      placeholder="Choose a vending machine"
      onChange={(chosen) => {
        binding.onChange(chosen);
        const machine = load.data?.find(({ _id }) => _id === chosen);
        if (machine) onChosen?.(machine);
      }}
    />
  );
}
