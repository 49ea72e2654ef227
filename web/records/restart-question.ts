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
  body: `The control unit of ${placeOf(machine)} restarts and reconnects. Until then it takes no commands and reports no doors.`,
  action: "Restart Vending Machine",
  danger: true,
});
