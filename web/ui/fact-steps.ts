import { movesDoor, namesContainers } from "#shared/control-units/control-unit.rules.ts";
import type { FactName, ResultRow } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";

/** `waited` comes next, `missed` never came although its row has ended; `open` is neither yet. */
export type StepState = "known" | "late" | "waited" | "missed" | "open";

export interface FactStep {
  fact: FactName;
  word: string;
  state: StepState;
  /** From the sending to the fact, in milliseconds; null while one of them is not known. */
  afterMs: number | null;
}

/** The facts that a row of this type is made of: none stands for another. */
const stepsOf = (type: CommandType): [FactName, string][] => {
  if (movesDoor(type))
    return [
      ["acknowledged", "Acknowledged"],
      ["opened", "Opened"],
      ["closed", "Closed"],
    ];
  if (namesContainers(type)) return [["status", "Answered"]];
  return type === "restart"
    ? [
        ["acknowledged", "Acknowledged"],
        ["restarted", "Reconnected"],
      ]
    : [["acknowledged", "Acknowledged"]];
};

/** What is known of a row, step by step. */
export const factSteps = (row: ResultRow): FactStep[] => {
  const steps = stepsOf(row.requestType);
  const next = steps.findIndex(([fact]) => !row.facts[fact]);
  return steps.map(([fact, word], at) => {
    const known = row.facts[fact];
    if (known) {
      const afterMs = row.sentAt ? Math.max(0, Date.parse(known.receivedAt) - Date.parse(row.sentAt)) : null;
      const answer = known.isLocked === null ? word : known.isLocked ? "Locked" : "UnLocked";
      return { fact, word: fact === "status" ? answer : word, state: known.late ? "late" : "known", afterMs };
    }
    if (at !== next) return { fact, word, state: "open", afterMs: null };
    return { fact, word, state: row.endedAt ? "missed" : row.sentAt ? "waited" : "open", afterMs: null };
  });
};

/** "0.3 s", "12 s", "1 min 20 s". */
export const spanText = (ms: number): string => {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};
