import { useEffect, useState } from "react";
import { movesDoor } from "#shared/control-units/control-unit.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { commandWords } from "../../ui/session-words.ts";
import { ContainerInput } from "./ContainerInput.tsx";
import { openQuestion } from "./command-words.ts";
import type { Labels } from "./control-units.atoms.ts";
import { Panel, PanelError } from "./Panel.tsx";
import { type Chosen, containerCheck, verifyCheck } from "./panel-checks.ts";
import { type OnSession, useCommand } from "./use-command.ts";
import { useContainerList } from "./use-container-list.ts";

export interface CommandPanelProps {
  chosen: Chosen;
  labels: Labels;
  onSession: OnSession;
  folded?: boolean;
}

/** A command that names containers; one that moves doors asks first. */
export function ContainerPanel({
  type,
  primary,
  chosen,
  labels,
  onSession,
  folded,
}: CommandPanelProps & { type: CommandType; primary?: boolean }) {
  const list = useContainerList(labels);
  const confirm = useConfirm();
  const { working, send } = useCommand(onSession);
  const [error, setError] = useState<{ error: string; about: "choice" | "list" } | null>(null);
  const isStock = type === "stock-update";
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was missing may be there now.
  useEffect(() => setError(null), [chosen.machine, chosen.product, chosen.session]);

  const start = async () => {
    const checked = containerCheck(chosen, list.text, list.all);
    setError("error" in checked ? checked : null);
    if ("error" in checked) return;
    const { machine, product, labels: containers } = checked;
    if (movesDoor(type) && !(await confirm(openQuestion(type, containers, machine)))) return;
    await send({ type, machine, product, containers });
  };
  const verify = async () => {
    const checked = verifyCheck(chosen);
    setError("error" in checked ? { ...checked, about: "choice" } : null);
    if ("error" in checked) return;
    const { machine, product, session } = checked;
    await send({ type: "lock-close-verify", machine, product, id: session });
  };

  return (
    <Panel title={commandWords[type]} folded={folded}>
      <ContainerInput
        list={list}
        labels={labels}
        onEdit={() => setError(null)}
        {...(error?.about === "list" ? { error: error.error } : {})}
      />
      <PanelError error={error?.about === "choice" ? error.error : null} />
      <div className="panel-deeds">
        <Button kind={primary ? "primary" : "plain"} working={working === type} onClick={() => void start()}>
          {isStock ? "Open" : commandWords[type]}
        </Button>
        {isStock && (
          <Button working={working === "lock-close-verify"} onClick={() => void verify()}>
            {commandWords["lock-close-verify"]}
          </Button>
        )}
      </div>
    </Panel>
  );
}
