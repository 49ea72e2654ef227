import { movesDoor } from "#shared/control-units/control-unit.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/dialogs.ts";
import { commandWords } from "../../ui/session-words.ts";
import { openQuestion } from "./command-words.ts";
import { PanelError } from "./Panel.tsx";
import { PanelRow } from "./PanelRow.tsx";
import { type Chosen, containerCheck, openWords, verifyCheck } from "./panel-checks.ts";
import { type OnSession, useCommand } from "./use-command.ts";
import type { ContainerList } from "./use-container-list.ts";
import { useSaid } from "./use-said.ts";

export interface CommandPanelProps {
  chosen: Chosen;
  onSession: OnSession;
}

interface ContainerPanelProps extends CommandPanelProps {
  type: CommandType;
  /** What is to be done first: it looks so once nothing is missing. */
  primary?: boolean;
  /** The containers that are picked for every panel. */
  list: ContainerList;
  /** What is wrong with what was typed, to be said beside its field; null when nothing is. */
  onListError: (error: string | null) => void;
}

/** A command that names containers; one that moves doors confirms first. */
export function ContainerPanel({ type, primary, chosen, list, onSession, onListError }: ContainerPanelProps) {
  const confirm = useConfirm();
  const { working, send } = useCommand(onSession);
  const [error, setError] = useSaid(chosen.machine?._id, chosen.product, chosen.session);
  const isStock = type === "stock-update";

  const start = async () => {
    const checked = containerCheck(chosen, list.text, list.all);
    const refusal = "error" in checked ? checked : null;
    setError(refusal?.about === "choice" ? refusal.error : null);
    onListError(refusal?.about === "list" ? refusal.error : null);
    if ("error" in checked) return;
    const { machine, product, labels: containers } = checked;
    if (movesDoor(type) && !(await confirm(openQuestion(type, containers, machine)))) return;
    await send({ type, machine, product, containers });
  };
  const verify = async () => {
    const checked = verifyCheck(chosen);
    setError("error" in checked ? checked.error : null);
    if ("error" in checked) return;
    const { machine, product, session } = checked;
    await send({ type: "lock-close-verify", machine, product, id: session });
  };

  const opens = chosen.machine && chosen.product ? openWords(list.text, list.all) : null;
  const words = primary ? (opens ?? commandWords[type]) : commandWords[type];
  return (
    <PanelRow title={commandWords[type]} isNamed={isStock} error={<PanelError error={error} />}>
      <Button
        kind={primary && opens !== null ? "primary" : "plain"}
        working={working === type}
        onClick={() => void start()}
      >
        {isStock ? "Open" : words}
      </Button>
      {isStock && (
        <Button working={working === "lock-close-verify"} onClick={() => void verify()}>
          {commandWords["lock-close-verify"]}
        </Button>
      )}
    </PanelRow>
  );
}
