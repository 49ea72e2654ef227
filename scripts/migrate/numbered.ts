import { migration as refundRequestsAreApprovals } from "./0004-refund-requests-are-approvals.ts";
import { migration as pagesByTallies } from "./0005-pages-by-tallies.ts";
import type { Migration } from "./migration.ts";

/** The oldest state that is carried on. What came before it is no longer known here. */
export const firstVersion = 3;

/** Every migration in its order: the first is number 4. The last one's number is `databaseVersion`. */
export const numbered: readonly Migration[] = [refundRequestsAreApprovals, pagesByTallies];
