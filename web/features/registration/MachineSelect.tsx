import type { AvailableMachine } from "#shared/registration/registration.schema.ts";
import { MachineSearchField } from "../../records/MachineSearchField.tsx";
import { useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { Bone } from "../../ui/Bones.tsx";
import { countText } from "../../ui/count-text.ts";
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

const labelOf = ({ name, vendingMachineId }: AvailableMachine) => `${name} (${vendingMachineId})`;
const noneFree = "Every vending machine has a control unit";

/** So few are offered by name beneath the field: one press chooses. */
const mostNamed = 3;

interface FreeMachinesProps {
  load: Load<readonly AvailableMachine[]>;
  onChoose: (machine: AvailableMachine) => void;
}

/** What there is to choose, in a line that is there before it is known: no button moves under the hand. */
function FreeMachines({ load, onChoose }: FreeMachinesProps) {
  const { data: free } = load;
  if (!free) return <p className="pick-room muted">{load.state === "failed" ? load.error : <Bone width={180} />}</p>;
  if (free.length === 0 || free.length > mostNamed)
    return (
      <p className="pick-room muted">
        {free.length === 0 ? noneFree : `${countText(free.length, "vending machine")} without a control unit`}
      </p>
    );
  return (
    <div className="pick-room">
      <PickWords
        label="Machines without a unit"
        words={free.map(labelOf)}
        inOneLine
        onPick={(label) => {
          for (const machine of free) if (labelOf(machine) === label) onChoose(machine);
        }}
      />
    </div>
  );
}

function OfFew({ own, onChosen, ...binding }: MachineSelectProps) {
  const load = useAtomValue(availableAtom);
  const optionOf = (machine: AvailableMachine) => ({ value: machine._id, label: labelOf(machine) });
  const free = choicesOf(load, (all) => all.map(optionOf), noneFree);
  const others = free.options.filter(({ value }) => value !== own?._id);
  const choose = (machine: AvailableMachine) => {
    binding.onChange(machine._id);
    onChosen?.(machine);
  };
  return (
    <>
      <SelectField
        {...binding}
        {...free}
        options={own ? [{ value: own._id, label: asNow(own) }, ...others] : others}
        placeholder="Choose a vending machine"
        onChange={(id) => {
          const machine = load.data?.find(({ _id }) => _id === id);
          if (machine) choose(machine);
          else binding.onChange(id);
        }}
      />
      {own === undefined && <FreeMachines load={load} onChoose={choose} />}
    </>
  );
}

/** A machine that has no control unit yet; in a large network it is searched for. */
export function MachineSelect(props: MachineSelectProps) {
  const { own } = props;
  if (useAtomValue(manyAvailableAtom) === 0) return <OfFew {...props} />;
  return <MachineSearchField {...props} isFree own={own && { _id: own._id, label: asNow(own) }} />;
}
