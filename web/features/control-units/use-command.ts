import type { TestMachine } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { sendCommand } from "../../http/send-command.ts";
import { useAction } from "../../ui/use-action.ts";

interface Command {
  type: CommandType;
  machine: TestMachine;
  product: string | null;
  /** Labels. */
  containers?: string[];
  /** The session that is checked. */
  id?: string;
}

/** A session that was stored for a command: also one that was refused because the machine is offline. */
export type OnSession = (sessionId: string, of: Pick<Command, "machine">) => void;

/** Gives a machine a command and shows its session. The notice or the refusal is the call's own. */
export function useCommand(onSession: OnSession) {
  const { doing: working, during } = useAction<CommandType>();
  const send = async ({ type, machine, product, containers, id }: Command) => {
    if (working) return;
    const body = {
      vendingMachineId: machine.vendingMachineId,
      ...(containers ? { containers } : {}),
      ...(product ? { productId: product } : {}),
      ...(id ? { id } : {}),
    };
    const sent = await during(type, () => sendCommand(type, body));
    if (sent?.sessionId) onSession(sent.sessionId, { machine });
  };
  return { working, send };
}
