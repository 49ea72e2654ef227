import { useState } from "react";
import { restartQuestion } from "../../records/restart-question.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import type { CommandPanelProps } from "./ContainerPanel.tsx";
import { PanelError } from "./Panel.tsx";
import { PanelRow } from "./PanelRow.tsx";
import { checkErrors } from "./panel-checks.ts";
import { useCommand } from "./use-command.ts";

/** Pings the control unit. */
export function PingPanel({ chosen, onSession }: CommandPanelProps) {
  const { machine, product } = chosen;
  const { working, send } = useCommand(onSession);
  const [tried, setTried] = useState(false);
  const ping = async () => {
    setTried(!machine);
    if (machine) await send({ type: "ping", machine, product });
  };
  return (
    <PanelRow title="Ping" error={<PanelError error={tried && !machine ? checkErrors.machine : null} />}>
      <Button working={working !== null} onClick={() => void ping()}>
        Ping Vending Machine
      </Button>
    </PanelRow>
  );
}

/**
 * Restarts the control unit, after confirmation. A missing machine has no text
 * (specification: Checks of the test panel): the button is disabled.
 */
export function RestartPanel({ chosen, onSession }: CommandPanelProps) {
  const { machine, product } = chosen;
  const { working, send } = useCommand(onSession);
  const confirm = useConfirm();
  const restart = async () => {
    if (machine && (await confirm(restartQuestion(machine)))) await send({ type: "restart", machine, product });
  };
  return (
    <PanelRow title="Restart">
      <Button
        danger
        whyNot={machine ? null : "Choose a vending machine first"}
        working={working !== null}
        onClick={() => void restart()}
      >
        Restart Vending Machine
      </Button>
    </PanelRow>
  );
}
