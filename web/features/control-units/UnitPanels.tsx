import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import type { CommandPanelProps } from "./ContainerPanel.tsx";
import { restartQuestion } from "./command-words.ts";
import { Panel, PanelError } from "./Panel.tsx";
import { checkErrors } from "./panel-checks.ts";
import { useCommand } from "./use-command.ts";

type UnitPanelProps = Omit<CommandPanelProps, "labels">;

/** Asks the control unit for a sign of life. */
export function PingPanel({ chosen: { machine, product }, onSession, folded }: UnitPanelProps) {
  const { working, send } = useCommand(onSession);
  const [tried, setTried] = useState(false);
  const ping = async () => {
    setTried(!machine);
    if (machine) await send({ type: "ping", machine, product });
  };
  return (
    <Panel title="Ping" folded={folded}>
      <PanelError error={tried && !machine ? checkErrors.machine : null} />
      <div className="panel-deeds">
        <Button working={working !== null} onClick={() => void ping()}>
          Ping Vending Machine
        </Button>
      </div>
    </Panel>
  );
}

/** Restarts the control unit, after asking. The specification has no words for a missing machine: the button rests. */
export function RestartPanel({ chosen: { machine, product }, onSession, folded }: UnitPanelProps) {
  const { working, send } = useCommand(onSession);
  const confirm = useConfirm();
  const restart = async () => {
    if (machine && (await confirm(restartQuestion(machine)))) await send({ type: "restart", machine, product });
  };
  return (
    <Panel title="Restart" folded={folded}>
      <div className="panel-deeds">
        <Button
          danger
          disabled={!machine}
          title={machine ? undefined : "Choose a vending machine first"}
          working={working !== null}
          onClick={() => void restart()}
        >
          Restart Vending Machine
        </Button>
      </div>
    </Panel>
  );
}
