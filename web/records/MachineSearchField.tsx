import { type KeyboardEvent, useState } from "react";
import type { AvailableMachine } from "#shared/registration/registration.schema.ts";
import { countText } from "../ui/count-text.ts";
import { Field } from "../ui/form/Field.tsx";
import type { Binding } from "../ui/form/form-types.ts";
import { PickWords } from "../ui/form/PickWords.tsx";
import { useTyped } from "../ui/use-typed.ts";
import { useFoundMachines } from "./found-machines.ts";

/** More are found by typing more. */
const mostOffered = 5;
/** As the server takes it. */
const longestWords = 64;

const labelOf = ({ name, vendingMachineId }: AvailableMachine) => `${name} (${vendingMachineId})`;

interface OfferedProps {
  typed: string;
  isFree: boolean;
  onPick: (machine: AvailableMachine) => void;
}

function Offered({ typed, isFree, onPick }: OfferedProps) {
  const load = useFoundMachines(typed, isFree);
  if (!load.data) return <p className="muted">{load.state === "failed" ? load.error : "Searching…"}</p>;
  const { machines, total } = load.data;
  if (total === 0)
    return <p className="muted">{typed === "" ? "Every vending machine has a control unit" : "Nothing matches"}</p>;
  const offered = machines.slice(0, mostOffered);
  const pick = (label: string) => {
    const machine = offered.find((one) => labelOf(one) === label);
    if (machine) onPick(machine);
  };
  return (
    <>
      <PickWords label="Vending machines" words={offered.map(labelOf)} onPick={pick} />
      {total > offered.length && (
        <p className="muted">{countText(total - offered.length, "more vending machine")}: type more to find them.</p>
      )}
    </>
  );
}

interface MachineSearchFieldProps extends Binding<string | null> {
  /** Only those without a control unit; the first of them are offered at once. */
  isFree?: boolean;
  /** How the machine is called that is chosen from the beginning. */
  own?: { _id: string; label: string };
  /** The chosen machine, for a caller that needs its name. */
  onChosen?: (machine: AvailableMachine) => void;
}

/** A machine of a large network: a part of its name, id or location is typed, and one that the server finds is pressed. */
export function MachineSearchField(props: MachineSearchFieldProps) {
  const { id, name, label, value, onChange, error, isFree = false, own, onChosen } = props;
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState<AvailableMachine | null>(null);
  const typed = useTyped(words, (text) => setWords(text));
  const chosen = picked?._id === value && picked ? labelOf(picked) : own?._id === value ? own?.label : null;
  const pick = (machine: AvailableMachine) => {
    setPicked(machine);
    setWords("");
    onChange(machine._id);
    onChosen?.(machine);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // It searches, and sends no form.
    if (event.key === "Enter") event.preventDefault();
    typed.onKeyDown(event);
  };
  const isOffering = words.trim() !== "" || (isFree && value === null);
  const offered = <Offered typed={words} isFree={isFree} onPick={pick} />;
  return (
    <>
      <Field id={id} label={label} error={error} hint={chosen ? `Chosen: ${chosen}` : "Nothing is chosen yet"}>
        {(aria) => (
          <input
            {...aria}
            {...typed}
            onKeyDown={onKeyDown}
            name={name}
            className="input"
            type="search"
            placeholder="Part of its name, id or location"
            maxLength={longestWords}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {isOffering && (isFree ? <div className="pick-list">{offered}</div> : offered)}
    </>
  );
}
