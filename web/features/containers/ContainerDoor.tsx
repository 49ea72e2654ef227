import { useCallback, useRef } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import { sendCommand } from "../../http/send-command.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { FactMarks } from "../../ui/FactMarks.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { closeQuestion, type MachineWords, openDoorQuestion, rowSentence } from "./door-words.ts";
import { SessionFoot } from "./SessionFoot.tsx";
import { useFollowedSession, useShownSession } from "./use-shown-session.ts";

interface DoorSessionProps {
  sessionId: string;
  container: Container;
  onHide: () => void;
}

/** What happens at the door, as it happens. */
function DoorSession({ sessionId, container, onHide }: DoorSessionProps) {
  const { load, retry } = useFollowedSession(sessionId, onHide);
  const rows = load.data?.rows;
  const row = rows?.find((one) => one.container === container._id) ?? rows?.[0];
  const isBad = row !== undefined && endedBadly(row);
  return (
    <div className={`door-session${isBad ? " door-session-bad" : ""}`}>
      {row && <FactMarks row={row} small />}
      <SessionFoot
        sessionId={sessionId}
        load={load}
        sentence={row ? rowSentence(row) : null}
        hideLabel={`Hide what is known of the door of container ${container.containerId}`}
        retry={retry}
        onHide={onHide}
      />
    </div>
  );
}

/** The door (specification: Container rules): Open when it is locked, Close otherwise; both confirm first. */
export function ContainerDoor({ container, machine }: { container: Container; machine: MachineWords }) {
  const { _id, containerId, isLocked } = container;
  const [sessionId, show] = useShownSession(_id);
  const addAlert = useSetAtom(addAlertAtom);
  const latest = useRef(container);
  latest.current = container;
  const question = (isLocked ? openDoorQuestion : closeQuestion)(containerId, machine);
  const move = async () => {
    const now = latest.current.containerId;
    if (now !== containerId) {
      addAlert({ kind: "danger", text: `Container ${containerId} is called ${now} meanwhile: nothing was sent` });
      return;
    }
    const body = { vendingMachineId: machine.vendingMachineId, containers: [_id] };
    const words = { notice: "Container Open Message Sent", failure: "Error: Failed to open container" };
    const sent = await (isLocked ? sendCommand("open", body, words) : sendCommand("lock-close-verify", body));
    if (sent?.sessionId) show(sent.sessionId);
  };
  const hide = useCallback(() => show(null), [show]);

  return (
    <>
      <div className="container-door">
        <span className="muted">Door</span>
        <StateChip state={isLocked ? "Locked" : "UnLocked"} glows />
        <ActionButton small question={question} action={move}>
          {isLocked ? "Open" : "Close"}
        </ActionButton>
      </div>
      {sessionId !== null && <DoorSession key={sessionId} sessionId={sessionId} container={container} onHide={hide} />}
    </>
  );
}
