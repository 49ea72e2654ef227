import { movesDoor } from "#shared/control-units/control-unit.rules.ts";
import type { ResultRow, RowState } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { type NamedMachine, placeOf, restartQuestion } from "../../records/restart-question.ts";
import type { ConfirmQuestion } from "../../state/dialogs.atoms.ts";
import { type Look, listedLabels } from "../../ui/session-words.ts";

const rowLooks: Record<RowState, Look> = {
  queued: { word: "Queued", tone: "quiet", icon: "pi-clock" },
  sent: { word: "Sent", tone: "quiet", icon: "pi-send" },
  acknowledged: { word: "Acknowledged", tone: "quiet", icon: "pi-check" },
  opened: { word: "Open", tone: "warn", icon: "pi-lock-open" },
  closed: { word: "Closed", tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  answered: { word: "Answered", tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  restarted: { word: "Reconnected", tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  timeout: { word: "Timed out", tone: "danger", icon: "pi-stopwatch" },
  failed: { word: "Failed", tone: "danger", icon: "pi-times-circle" },
  expired: { word: "Expired", tone: "danger", icon: "pi-stopwatch" },
  rejected: { word: "Rejected", tone: "danger", icon: "pi-times-circle" },
  cancelled: { word: "Cancelled", tone: "quiet", icon: "pi-ban" },
};

/** How a row stands; a ping that was acknowledged has got all it waits for. */
export const rowLook = ({ state, endedAt }: Pick<ResultRow, "state" | "endedAt">): Look =>
  state === "acknowledged" && endedAt !== null ? rowLooks.answered : rowLooks[state];

/** Shown before doors move: names the machine and each container. */
export const openQuestion = (type: CommandType, labels: readonly string[], machine: NamedMachine): ConfirmQuestion => {
  const one = labels.length === 1;
  const doors = one ? `container ${labels[0]}` : `${labels.length.toLocaleString("en-IN")} containers`;
  const why = type === "stock-update" ? " Stock does not change." : "";
  return {
    title: `Open ${doors} of ${machine.name}?`,
    body: one
      ? `The door of container ${labels[0]} at ${placeOf(machine)} opens at once. Close it by hand.${why}`
      : `At ${placeOf(machine)} the doors of containers ${listedLabels(labels)} open at once. Close them by hand.${why}`,
    action: `Open ${doors}`,
  };
};

/** Shown before failed rows are sent to the machine again, where that moves or stops something. */
export const resendQuestion = (
  type: CommandType,
  labels: readonly string[],
  vendingMachineId: string,
): ConfirmQuestion | null => {
  const machine = { name: vendingMachineId, vendingMachineId };
  if (movesDoor(type)) return openQuestion(type, labels, machine);
  return type === "restart" ? restartQuestion(machine) : null;
};
