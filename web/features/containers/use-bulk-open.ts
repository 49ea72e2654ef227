import { useCallback, useMemo, useRef } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import { sendCommand } from "../../http/send-command.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useSetAtom } from "../../state/jotai.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { useAction } from "../../ui/use-action.ts";
import { bulkQuestion, type MachineWords, otherLabelText } from "./door-words.ts";
import { useFollowedSession, useShownSession } from "./use-shown-session.ts";

/**
 * Opens many doors to be filled, and shows the facts of each. Stock does not change. `present`: the containers as they
 * are now.
 */
export function useBulkOpen(machineId: string, machine: MachineWords, present: readonly Container[]) {
  const latest = useRef(present);
  latest.current = present;
  const addAlert = useSetAtom(addAlertAtom);
  const confirm = useConfirm();
  const [sessionId, show] = useShownSession(machineId);
  const { doing, during } = useAction<"open">();
  const hide = useCallback(() => show(null), [show]);
  const { load, retry } = useFollowedSession(sessionId, hide);
  const rows = load.data?.rows;
  const rowOf = useMemo(() => new Map(rows?.map((row) => [row.container, row])), [rows]);

  const open = async (chosen: readonly Container[]) => {
    const labels = chosen.map(({ containerId }) => containerId);
    if (!(await confirm(bulkQuestion(labels, machine)))) return;
    const labelOf = new Map(latest.current.map(({ _id, containerId }) => [_id, containerId]));
    const other = chosen.find(({ _id, containerId }) => labelOf.get(_id) !== containerId);
    if (other) {
      addAlert({ kind: "danger", text: otherLabelText(other.containerId, labelOf.get(other._id)) });
      return;
    }
    const body = { vendingMachineId: machine.vendingMachineId, containers: chosen.map(({ _id }) => _id) };
    const words = { notice: "Successfully Opened Containers", failure: "Error: Failed to open containers" };
    const sent = await during("open", () => sendCommand("stock-update", body, words));
    if (sent?.sessionId) show(sent.sessionId);
  };

  return { sessionId, working: doing !== null, load, rowOf, open, retry, hide };
}
