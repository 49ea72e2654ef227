import type { AvailableMachine } from "#shared/registration/registration.schema.ts";
import { MachineSearchField } from "../../records/MachineSearchField.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import { choicesOf } from "../../ui/form/choices.ts";
import type { Binding } from "../../ui/form/form-types.ts";
import { PickWords } from "../../ui/form/PickWords.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { availableAtom, manyAvailableAtom } from "./registration.atoms.ts";

interface MachineSelectProps extends Binding<string | null> {
  /** The unit's machine at present: it is not among those without a unit. */
  own?: Pick<AvailableMachine, "_id" | "vendingMachineId">;
  /** The chosen machine, for a caller that needs its name. */
  onChosen?: (machine: AvailableMachine) => void;
}

const asNow = ({ vendingMachineId }: Pick<AvailableMachine, "vendingMachineId">) => `${vendingMachineId} (as now)`;

/** So few are offered by name beneath the field: one press chooses. */
const mostNamed = 3;

function OfFew({ own, onChosen, ...binding }: MachineSelectProps) {
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
        options={own ? [{ value: own._id, label: asNow(own) }, ...others] : others}
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

/** A machine that has no control unit yet; in a large network it is searched for. */
export function MachineSelect(props: MachineSelectProps) {
  const { own } = props;
  if (useAtomValue(manyAvailableAtom) === 0) return <OfFew {...props} />;
  return <MachineSearchField {...props} isFree own={own && { _id: own._id, label: asNow(own) }} />;
}
