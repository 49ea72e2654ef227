import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import type { Role } from "#shared/users/user.schema.ts";
import type { Badge, Badges } from "../../state/pending-counts.atoms.ts";
import { countText, groupedText } from "../../ui/count-text.ts";
import type { PageName } from "../paths.ts";

type Places = Partial<Record<PageName, Badge>>;

/** What waits, at the pages where it is handled. `newReports` are the operator's own and need nobody. */
export const badgesOf = (waits: PendingCounts | undefined, newReports: number, role: Role): Badges => {
  const urgent = (count: number, words: string): Badge => ({ count, words, isUrgent: true });
  const all: Places = waits
    ? {
        alarms: urgent(waits.alarms, `${groupedText(waits.alarms)} not acknowledged`),
        liveStatus: urgent(waits.offline, `${groupedText(waits.offline)} offline`),
        registerMachine: urgent(waits.waitingUnits, `${groupedText(waits.waitingUnits)} waiting`),
        transactions: urgent(waits.failedVends, countText(waits.failedVends, "failed vend")),
        paymentReview: urgent(waits.paymentsToCheck, `${groupedText(waits.paymentsToCheck)} to check`),
        reconciliation: urgent(waits.drifts, countText(waits.drifts, "drift")),
        accountDeletion: {
          ...urgent(waits.accountDeletions, `${groupedText(waits.accountDeletions)} waiting`),
          isUrgent: whyOnlyAdmin(role, "account-deletion") === null,
        },
      }
    : {};
  const places: Places = {
    ...all,
    downloads: { count: newReports, words: `${groupedText(newReports)} new`, isUrgent: false },
  };
  return Object.fromEntries(Object.entries(places).filter(([, { count }]) => count > 0));
};

const pending = [
  "offline",
  "waitingUnits",
  "failedVends",
  "paymentsToCheck",
  "drifts",
  "accountDeletions",
  "alarms",
] as const satisfies (keyof PendingCounts)[];

/**
 * Whether something needs somebody that did not before. A machine that was never online needs nobody by being added:
 * Unavailable counts where one that was online became so.
 */
export const isWorse = (before: PendingCounts, now: PendingCounts): boolean =>
  pending.some((name) => now[name] > before[name]) ||
  (now.unavailable > before.unavailable && now.online < before.online);
