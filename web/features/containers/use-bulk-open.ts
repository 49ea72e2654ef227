import { useCallback, useMemo, useState } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import { sendCommand } from "../../http/send-command.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { bulkQuestion, type NamedMachine } from "./door-words.ts";
import { useFollowedSession, useShownSession } from "./use-shown-session.ts";

/** Opens many doors to be filled, and tells of each what is known. Stock is not changed by it. */
export function useBulkOpen(machineId: string, machine: NamedMachine) {
  const confirm = useConfirm();
  const [sessionId, show] = useShownSession(machineId);
  const [working, setWorking] = useState(false);
  const hide = useCallback(() => show(null), [show]);
  const { load, retry } = useFollowedSession(sessionId, hide);
  const rows = load.data?.rows;
  const rowOf = useMemo(() => new Map(rows?.map((row) => [row.container, row])), [rows]);

  const open = async (chosen: readonly Container[]) => {
    const labels = chosen.map(({ containerId }) => containerId);
    if (!(await confirm(bulkQuestion(labels, machine)))) return;
    setWorking(true);
    const sent = await sendCommand(
      "stock-update",
      { vendingMachineId: machine.vendingMachineId, containers: chosen.map(({ _id }) => _id) },
      { notice: "Successfully Opened Containers", failure: "Error: Failed to open containers" },
    );
    setWorking(false);
    if (sent.sessionId !== null) show(sent.sessionId);
  };

  return { sessionId, working, load, rowOf, open, retry, hide };
}
