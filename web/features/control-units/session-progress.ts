import type { ResultRow, Session } from "#shared/control-units/control-unit.schema.ts";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import { countText } from "../../ui/count-text.ts";

/** Where a row stands, as a technician sorts them: doors that stand open are to be closed. */
export const progressGroups = ["Waiting", "Open", "Done", "Failed"] as const;
type ProgressGroup = (typeof progressGroups)[number];

export const groupOf = (row: Pick<ResultRow, "state" | "endedAt">): ProgressGroup => {
  if (endedBadly(row)) return "Failed";
  if (row.endedAt !== null) return "Done";
  if (row.state === "opened") return "Open";
  return row.state === "queued" || row.state === "sent" || row.state === "acknowledged" ? "Waiting" : "Done";
};

export const countGroups = (rows: readonly ResultRow[]): Record<ProgressGroup, number> => {
  const counts = { Waiting: 0, Open: 0, Done: 0, Failed: 0 };
  for (const row of rows) counts[groupOf(row)] += 1;
  return counts;
};

/** "3 containers: 1 open, 2 done". */
export const progressText = (rows: readonly ResultRow[]): string => {
  const counts = countGroups(rows);
  const parts = progressGroups.flatMap((group) =>
    counts[group] > 0 ? `${counts[group].toLocaleString("en-IN")} ${group.toLowerCase()}` : [],
  );
  const first = rows[0];
  const what = rows.length === 1 && first?.containerId === "" ? "Control unit" : countText(rows.length, "container");
  return `${what}: ${parts.join(", ")}`;
};

/** Nothing has gone to the machine yet, so it can still be called back. */
export const canBeCancelled = ({ status }: Session, rows: readonly ResultRow[]): boolean =>
  (status === "queued" || status === "running") &&
  rows.some(({ endedAt }) => endedAt === null) &&
  rows.every(({ sentAt, facts }) => sentAt === null && Object.keys(facts).length === 0);

/** Rows that may be given to the machine once more. */
export const canBeResent = (rows: readonly ResultRow[]): ResultRow[] => rows.filter(endedBadly);
