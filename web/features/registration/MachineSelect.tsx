import type { AvailableMachine } from "#shared/registration/registration.schema.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { choicesOf } from "../../ui/form/choices.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { PickWords } from "../../ui/form/PickWords.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { availableAtom } from "./registration.atoms.ts";

interface MachineSelectProps extends Binding<string | null> {
  /** The unit's machine at present: it is not among those without a unit. */
  own?: Pick<AvailableMachine, "_id" | "vendingMachineId">;
  /** The chosen machine, for a caller that needs its name. */
  onChosen?: (machine: AvailableMachine) => void;
}

/** So few are offered by name beneath the field: one press chooses. */
const mostNamed = 3;

/** A machine that has no control unit yet. */
export function MachineSelect({ own, onChosen, ...binding }: MachineSelectProps) {
  const load = useAtomValue(availableAtom);
  const optionOf = ({ _id, name, vendingMachineId }: AvailableMachine) => ({
    value: _id,
    label: `${name} (${vendingMachineId})`,
  });
  const free = choicesOf(load, (all) => all.map(optionOf), "Every vending machine has a control unit");
  const others = free.options.filter(({ value }) => value !== own?._id);
  const choose = (id: string) => {
    binding.onChange(id);
    const machine = load.data?.find(({ _id }) => _id === id);
    if (machine) onChosen?.(machine);
  };
  const named = own === undefined && binding.value === null && others.length <= mostNamed ? others : [];
  return (
    <>
      <SelectField
        {...binding}
        {...free}
        options={own ? [{ value: own._id, label: `${own.vendingMachineId} (as now)` }, ...others] : others}
        placeholder="Choose a vending machine"
        onChange={choose}
      />
      {named.length > 0 && (
        <PickWords
          label="Machines without a unit"
          words={named.map(({ label }) => label)}
          onPick={(label) => {
            for (const option of named) if (option.label === label) choose(option.value);
          }}
        />
      )}
    </>
  );
}
