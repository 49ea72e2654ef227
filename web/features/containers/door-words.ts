import type { ResultRow, RowState } from "#shared/control-units/control-unit.schema.ts";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import type { ConfirmQuestion } from "../../state/dialogs.atoms.ts";
import { countText } from "../../ui/count-text.ts";
import { listedLabels, reasonText } from "../../ui/session-words.ts";

/** What a question about a door names beside its container. */
export interface MachineWords {
  name: string;
  vendingMachineId: string;
}

export const openDoorQuestion = (label: string, { name, vendingMachineId }: MachineWords): ConfirmQuestion => ({
  title: `Open container ${label} of ${name}?`,
  body: `The door of container ${label} at ${name} (${vendingMachineId}) opens at once. Close it by hand.`,
  action: "Open container",
});

export const closeQuestion = (label: string, { name, vendingMachineId }: MachineWords): ConfirmQuestion => ({
  title: `Check that container ${label} of ${name} is closed?`,
  body: `Only a person can close a door. The control unit of ${name} (${vendingMachineId}) is asked whether container ${label} is locked.`,
  action: "Check door",
});

export const bulkQuestion = (labels: readonly string[], { name, vendingMachineId }: MachineWords): ConfirmQuestion => {
  const count = countText(labels.length, "container");
  return {
    title: `Open ${count} of ${name}?`,
    body: `These doors at ${name} (${vendingMachineId}) open at once for filling: ${listedLabels(labels)}. Stock does not change.`,
    action: `Open ${count}`,
  };
};

/** Why a door is not opened: its container got another label while it was asked about, or has none any more. */
export const otherLabelText = (label: string, now: string | undefined): string =>
  `Container ${label} ${now === undefined ? "was removed" : `is called ${now}`} meanwhile: nothing was sent`;

const sentences: Record<RowState, string> = {
  queued: "Waits for its turn",
  sent: "Sent, not acknowledged yet",
  acknowledged: "Acknowledged, not seen open yet",
  opened: "Seen open; it is closed by hand",
  closed: "Seen open, then closed",
  answered: "Answered",
  restarted: "Reconnected",
  timeout: "No answer in time",
  failed: "The control unit reported a failure",
  expired: "Not sent in time",
  rejected: "Vending machine is offline",
  cancelled: "Cancelled before it was sent",
};

/** Where a row stands, as a sentence. */
export const rowSentence = (row: ResultRow): string => {
  if (endedBadly(row)) return reasonText(row) ?? sentences[row.state];
  const { status } = row.facts;
  if (status) return status.isLocked ? "Closed: it is locked" : "Not closed: it is not locked";
  return row.requestType === "lock-close-verify" && row.state === "sent" ? "Asked" : sentences[row.state];
};

/** The same on a tile, as a label and an icon. */
export const tileWords: Record<RowState, { word: string; icon: string }> = {
  queued: { word: "Queued", icon: "pi-clock" },
  sent: { word: "Sent", icon: "pi-send" },
  acknowledged: { word: "Ack.", icon: "pi-spinner" },
  opened: { word: "Opened", icon: "pi-lock-open" },
  closed: { word: "Closed", icon: "pi-check-circle" },
  answered: { word: "Answered", icon: "pi-check-circle" },
  restarted: { word: "Restarted", icon: "pi-check-circle" },
  timeout: { word: "Timeout", icon: "pi-times-circle" },
  failed: { word: "Failed", icon: "pi-times-circle" },
  expired: { word: "Expired", icon: "pi-times-circle" },
  rejected: { word: "Offline", icon: "pi-times-circle" },
  cancelled: { word: "Cancelled", icon: "pi-times-circle" },
};
