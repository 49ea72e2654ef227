import type { ResultRow, SessionStatus } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import type { ChipTone } from "./StateChip.tsx";

/** As the panels are called (specification: Test vending machine). */
export const commandWords: Record<CommandType, string> = {
  open: "Open Container",
  "stock-update": "Stock Update",
  "lock-status": "Lock Status",
  "check-open": "Check Open Container",
  "check-lock-status": "Check Lock Status",
  "lock-close-verify": "Verify Lock Close",
  ping: "Ping",
  restart: "Restart",
};

export interface Look {
  word: string;
  tone: ChipTone;
  icon: string;
  /** It needs nobody: a dot and the word. */
  calm?: "dot";
}

export const sessionLooks: Record<SessionStatus, Look> = {
  queued: { word: "Queued", tone: "quiet", icon: "pi-clock" },
  running: { word: "Running", tone: "warn", icon: "pi-spinner" },
  completed: { word: "Completed", tone: "ok", icon: "pi-circle-fill", calm: "dot" },
  failed: { word: "Failed", tone: "danger", icon: "pi-times-circle" },
  expired: { word: "Expired", tone: "danger", icon: "pi-stopwatch" },
  cancelled: { word: "Cancelled", tone: "quiet", icon: "pi-ban" },
};

/** Why a row ended badly: the unit's own code beside the text, where that does not contain it. */
export const reasonText = ({ reason, code }: Pick<ResultRow, "reason" | "code">): string | null => {
  if (!reason) return code;
  return code && code !== "OFFLINE" && !reason.includes(code) ? `${reason} (${code})` : reason;
};

const mostNamed = 12;
/** The containers of a question, as many as are read. */
export const listedLabels = (labels: readonly string[]): string =>
  labels.length > mostNamed
    ? `${labels.slice(0, mostNamed).join(", ")} and ${(labels.length - mostNamed).toLocaleString("en-IN")} more`
    : labels.join(", ");
