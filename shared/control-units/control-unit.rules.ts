import type { CommandType, ResultMessage } from "../events/machine-topics.ts";

/** Container numbers that the test panel offers (specification: Constants), and how many may be typed. */
export const offeredContainers = Array.from({ length: 20 }, (_, i) => String(i + 1));
export const maxTypedContainers = 50;

export const listErrors = {
  invalid: "Invalid Input",
  duplicates: "Container - Duplicates",
  tooMany: `At most ${maxTypedContainers} containers`,
} as const;

/**
 * What was typed, as labels (specification: Checks of the test panel): split on commas, empty items dropped. Labels may
 * have dots.
 */
export const parseContainerList = (text: string): { labels: string[] } | { error: string } => {
  if (!/^[\d.,]*$/.test(text.trim())) return { error: listErrors.invalid };
  const labels = text
    .trim()
    .split(",")
    .filter((label) => label !== "");
  if (labels.length === 0) return { error: listErrors.invalid };
  if (new Set(labels).size !== labels.length) return { error: listErrors.duplicates };
  if (labels.length > maxTypedContainers) return { error: listErrors.tooMany };
  return { labels };
};

export const offlineText = "Vending machine is offline";
/** Between the operator's press and the sending: what was its channel may be another door now. */
export const movedText = "The control unit was moved or replaced";

/** A door moves: late, twice or by mistake must never happen. */
export const movesDoor = (type: CommandType): boolean => type === "open" || type === "stock-update";
/** One machine's turns go one after another; what only reads never waits. */
export const takesTurn = (type: CommandType): boolean => movesDoor(type) || type === "restart";
/** Only what reads is sent again by itself. */
export const mayBeRepeated = (type: CommandType): boolean => !takesTurn(type);
export const namesContainers = (type: CommandType): boolean => type !== "ping" && type !== "restart";

/** The facts that a unit may report for a command of this type. */
export const factsOf = (type: CommandType): readonly ResultMessage["fact"][] => {
  if (movesDoor(type)) return ["acknowledged", "opened", "closed", "failed"];
  return namesContainers(type) ? ["status", "failed"] : ["acknowledged", "failed"];
};
