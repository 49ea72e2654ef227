import type { ConfirmQuestion } from "../state/dialogs.atoms.ts";

export interface NamedMachine {
  name: string;
  vendingMachineId: string;
}
export const placeOf = ({ name, vendingMachineId }: NamedMachine) =>
  name === vendingMachineId ? name : `${name} (${vendingMachineId})`;

/** Shown before a control unit is restarted. */
export const restartQuestion = (machine: NamedMachine): ConfirmQuestion => ({
  title: `Restart ${machine.name}?`,
  body: `The control unit of ${placeOf(machine)} goes down and connects anew. Until it has, it takes no command and tells of no door.`,
  action: "Restart Vending Machine",
  danger: true,
});
