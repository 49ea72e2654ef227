import { useNavigate } from "react-router-dom";
import { openQuestion } from "../../features/control-units/command-words.ts";
import { sendCommand } from "../../http/send-command.ts";
import { restartQuestion } from "../../records/restart-question.ts";
import { useConfirm } from "../../ui/dialogs.ts";
import { pathTo } from "../paths.ts";
import type { PaletteAction } from "./actions.ts";
import { addressOf, type Item } from "./item.ts";

/** The test panel with a machine, and with the session whose rows it shows. */
const testOf = (vendingMachineId: string, session = ""): string =>
  `${pathTo("testMachine")}?${new URLSearchParams({ machine: vendingMachineId, ...(session && { session }) })}`;

/** Goes to what was chosen; an action is confirmed first, as at its own button, and its session is shown. */
export function useGo(): (item: Item) => Promise<void> {
  const navigate = useNavigate();
  const confirm = useConfirm();

  const perform = async ({ do: name, machine, container }: PaletteAction): Promise<void> => {
    const { vendingMachineId } = machine;
    if (name === "inventory") return void navigate(pathTo("machineInventory", { id: machine._id }));
    if (name === "test") return void navigate(testOf(vendingMachineId));
    const containers = container === null ? [] : [container];
    if (name === "open" && !(await confirm(openQuestion("open", containers, machine)))) return;
    if (name === "restart" && !(await confirm(restartQuestion(machine)))) return;
    const body = { vendingMachineId, ...(name === "open" && { containers }) };
    const { sessionId } = await sendCommand(name, body);
    if (sessionId) void navigate(testOf(vendingMachineId, sessionId));
  };

  return async (item) => (item.action ? perform(item.action) : void navigate(addressOf(item)));
}
