import "./scan.css";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { shortestSearch } from "#shared/search/search.schema.ts";
import type { Judged } from "../../live/judged.ts";
import { useFoundMachines } from "../../records/found-machines.ts";
import { judgedMachinesAtom, manyMachinesAtom } from "../../records/machines.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { byName, findByWords } from "../../ui/find-by-words.ts";
import { Field } from "../../ui/form/Field.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { restMs } from "../../ui/use-typed.ts";
import { pathTo } from "../paths.ts";
import { DoorPad } from "./DoorPad.tsx";
import { type FoundMachine, findMachine } from "./find-machine.ts";
import { useCamera } from "./use-camera.ts";

const foundOf = ({ record: { _id, name, vendingMachineId }, status }: Judged<Machine>): FoundMachine => ({
  _id,
  name,
  vendingMachineId,
  state: status,
});

/** This many fit above a phone's keyboard. */
const mostOffered = 4;
/** Up to this many machines are listed before a letter is typed: to look through them is quicker than to type. */
const mostListed = 40;

interface LinesProps {
  onFound: (machine: FoundMachine) => void;
  /** The only machine that is offered, or null. */
  onOnly: (machine: FoundMachine | null) => void;
}
interface OfferedProps extends LinesProps {
  typed: string;
}

/** A tap on one of them is enough. */
function Lines({ found, onFound, onOnly }: LinesProps & { found: readonly FoundMachine[] }) {
  const only = found.length === 1 && found[0] ? found[0] : null;
  useEffect(() => {
    onOnly(only);
    return () => onOnly(null);
  });
  if (found.length === 0) return null;
  return (
    <ul className="scan-offered" aria-label="Machines">
      {found.map((one) => (
        <li key={one._id}>
          <button type="button" onClick={() => onFound(one)}>
            <b className="one-line">{one.name}</b>
            <span className="mono muted">{one.vendingMachineId}</span>
            {one.state && <StateChip state={one.state} />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function OfFew({ typed, ...lines }: OfferedProps) {
  const machines = useAtomValue(judgedMachinesAtom).data ?? [];
  const found = byName(
    findByWords(machines, typed, ({ record: { vendingMachineId, name, location } }) =>
      [vendingMachineId, name, location].join(" "),
    ),
    ({ record: { vendingMachineId, name } }) => `${name} ${vendingMachineId}`,
  );
  const most = typed.trim() === "" ? mostListed : mostOffered;
  return <Lines {...lines} found={found.slice(0, most).map(foundOf)} />;
}

/** Where more machines exist than are loaded: as the server finds them, once typing pauses. */
function OfMany({ typed, ...lines }: OfferedProps) {
  const [words, setWords] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useFoundMachines(words);
  // A machine that was found for other words must not be opened.
  const found = words === typed ? (data?.machines ?? []).slice(0, mostOffered) : [];
  return <Lines {...lines} found={found.map(({ status, ...machine }) => ({ ...machine, state: status }))} />;
}

/** The machines in whose id, name or location the typed words stand. */
const Offered = (props: OfferedProps) =>
  useAtomValue(manyMachinesAtom) > 0 ? <OfMany {...props} /> : <OfFew {...props} />;

/** Whether the machines are so few that all of them are listed; not while they are being loaded, or are too many for it. */
const useAreFew = (): boolean => {
  const { length = 0 } = useAtomValue(judgedMachinesAtom).data ?? [];
  return length > 0 && length <= mostListed;
};

function Reader({ onFound }: { onFound: (machine: FoundMachine) => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const only = useRef<FoundMachine | null>(null);
  const find = async (id: string): Promise<boolean> => {
    const found = await findMachine(id);
    if (typeof found === "string") setError(found);
    else onFound(found);
    return typeof found === "string";
  };
  const { video, whyNone, torch } = useCamera(find);
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const areFew = useAreFew();
  const isListed = whyNone !== null && areFew;
  // It may turn out only now that there is no camera: what is left is to choose or to type. In the field a phone would
  // lay its keyboard over the machines that are listed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once; later somebody may be typing.
  useEffect(() => {
    if (whyNone !== null) (isListed ? note.current : form.current?.querySelector("input"))?.focus();
  }, [whyNone]);
  const sent = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() === "") setError("Vending machine id is required");
    else if (only.current) onFound(only.current);
    else void find(typed);
  };
  return (
    <>
      {whyNone === null ? (
        <>
          {/* It takes the focus: in the field beneath a phone would lay its keyboard over the camera. */}
          <p className="scan-words muted" tabIndex={-1} data-autofocus>
            Point the camera at the machine's QR code, or type part of its id or name.
          </p>
          <div className="scan-view">
            <video ref={video} className="scan-picture" muted playsInline aria-label="Camera picture" />
            {torch && (
              <Button icon="pi-bolt" onClick={torch.toggle}>
                {torch.isOn ? "Torch off" : "Torch on"}
              </Button>
            )}
          </div>
        </>
      ) : (
        <p ref={note} className="scan-none muted" tabIndex={-1} data-autofocus={isListed || undefined}>
          {whyNone}.
        </p>
      )}
      <form ref={form} className="scan-form" onSubmit={sent} noValidate>
        <Field label="Vending machine id" error={error ?? undefined}>
          {(aria) => (
            <input
              {...aria}
              className="input mono"
              data-autofocus={whyNone === null || isListed ? undefined : true}
              placeholder="KOC-ERN-01"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setError(null);
              }}
            />
          )}
        </Field>
        <Button kind="primary" type="submit">
          Open
        </Button>
      </form>
      {(isListed || typed.trim().length >= shortestSearch) && (
        <Offered
          typed={typed}
          onFound={onFound}
          onOnly={(machine) => {
            only.current = machine;
          }}
        />
      )}
    </>
  );
}

/** Reads the code on a machine, or its typed id, opens its page, and offers its doors over it. */
export default function ScanSheet({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [machine, setMachine] = useState<FoundMachine | null>(null);
  const isFound = useRef(false);
  const found = (one: FoundMachine) => {
    // An earlier search that answers late must not put another machine's doors under the operator's finger.
    if (isFound.current) return;
    isFound.current = true;
    setMachine(one);
    void navigate(pathTo("machine", { id: one._id }));
  };
  return (
    <Dialog
      title={machine ? machine.name : "Scan a machine's code"}
      className="scan-sheet"
      onClose={onClose}
      foot={<Button onClick={onClose}>{machine ? "Open its page" : "Close"}</Button>}
    >
      {machine ? (
        <>
          <p className="scan-machine">
            <span className="mono">{machine.vendingMachineId}</span>
            {machine.state && <StateChip state={machine.state} />}
          </p>
          <DoorPad machine={machine} />
        </>
      ) : (
        <Reader onFound={found} />
      )}
    </Dialog>
  );
}
