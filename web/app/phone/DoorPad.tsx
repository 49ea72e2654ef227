import "../../records/container-looks.css";
import { useMemo, useRef, useState } from "react";
import { containerState } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { otherLabelText } from "../../features/containers/door-words.ts";
import { openQuestion } from "../../features/control-units/command-words.ts";
import { sendCommand } from "../../http/send-command.ts";
import { sessionAtomOf } from "../../live/session-rows.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { looksOf } from "../../records/container-looks.ts";
import { containersAtomOf } from "../../records/containers.atoms.ts";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { LineBones } from "../../ui/Bones.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { FactMarks } from "../../ui/FactMarks.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { reasonText } from "../../ui/session-words.ts";
import type { FoundMachine } from "./find-machine.ts";

const doubleTapMs = 1_000;
const noTap = { door: "", at: Number.NEGATIVE_INFINITY };

interface OpenedDoor {
  containerId: string;
  sessionId: string;
}

/** What is known of a door that was opened here. */
function DoorFacts({ door: { containerId, sessionId } }: { door: OpenedDoor }) {
  return (
    <li>
      <strong>Container {containerId}</strong>
      <Followed atom={useMemo(() => sessionAtomOf(sessionId), [sessionId])} bones={<LineBones lines={1} />}>
        {({ rows }) =>
          rows.map((row) => (
            <div key={row._id}>
              <FactMarks row={row} small />
              {reasonText(row) && <p className="pad-reason">{reasonText(row)}</p>}
            </div>
          ))
        }
      </Followed>
    </li>
  );
}

function Door({ container, onOpen }: { container: Container; onOpen: (container: Container) => void }) {
  const { icon, word } = looksOf(container);
  return (
    <button type="button" className={`pad-door tile-${containerState(container)}`} onClick={() => onOpen(container)}>
      <span className="pad-number">
        <span className="unseen">Container </span>
        {container.containerId}
      </span>
      {!container.isLocked && <span className="pad-unlocked pi pi-lock-open" aria-hidden="true" />}
      <span className={`pi ${icon}`} aria-hidden="true" />
      <span className="pad-brand one-line">
        <span className="unseen">, </span>
        {container.brand || "–"}
        <span className="unseen">
          , {word}
          {container.isLocked ? "" : ", UnLocked"}
        </span>
      </span>
    </button>
  );
}

/**
 * The doors of the machine that somebody stands before. The first one is confirmed, by the machine's name; the next
 * ones open with one tap. What is known of each stands beneath, the newest first.
 */
export function DoorPad({ machine }: { machine: FoundMachine }) {
  const { _id, vendingMachineId } = machine;
  const unit = useAtomValue(useMemo(() => machineAtomOf(_id), [_id])).data?.unit?.serialNumber ?? null;
  const [load, send] = useAtom(useMemo(() => containersAtomOf(_id, unit), [_id, unit]));
  const confirm = useConfirm();
  const isConfirmed = useRef(false);
  const tapped = useRef(noTap);
  const [opened, setOpened] = useState<readonly OpenedDoor[]>([]);
  const latest = useRef<readonly Container[]>([]);
  latest.current = load.data ?? [];
  const addAlert = useSetAtom(addAlertAtom);
  const open = async ({ _id: container, containerId }: Container) => {
    const { door, at } = tapped.current;
    tapped.current = { door: container, at: performance.now() };
    const mayTapAgain = () => {
      tapped.current = noTap;
    };
    // A finger that taps twice means one opening: the lock would move again for the second.
    if (door === container && performance.now() - at < doubleTapMs) return;
    if (!isConfirmed.current) {
      const question = openQuestion("open", [containerId], machine);
      const body = `${question.body} Until you close this sheet, other doors of this machine open with one tap.`;
      if (!(await confirm({ ...question, body }))) return mayTapAgain();
      const now = latest.current.find((one) => one._id === container)?.containerId;
      if (now !== containerId) {
        addAlert({ kind: "danger", text: otherLabelText(containerId, now) });
        return mayTapAgain();
      }
      isConfirmed.current = true;
    }
    const { sessionId } = await sendCommand("open", { vendingMachineId, containers: [container] });
    if (!sessionId) return mayTapAgain();
    setOpened((known) => [{ containerId, sessionId }, ...known.filter((one) => one.sessionId !== sessionId)]);
  };
  return (
    <section aria-labelledby="door-pad">
      <h3 id="door-pad" className="muted">
        Open a door
      </h3>
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(containers) =>
          containers.length === 0 ? (
            <Empty title="No container yet">Add containers on its inventory page.</Empty>
          ) : (
            <div className="door-pad">
              {containers.map((container) => (
                <Door key={container._id} container={container} onOpen={(one) => void open(one)} />
              ))}
            </div>
          )
        }
      </Loadable>
      {opened.length > 0 && (
        <ul className="pad-facts" aria-label="Opened doors">
          {opened.map((door) => (
            <DoorFacts key={door.sessionId} door={door} />
          ))}
        </ul>
      )}
    </section>
  );
}
