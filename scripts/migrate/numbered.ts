import { migration as indexesHaveOwners } from "./0001-indexes-have-owners.ts";
import { migration as openLocksAreAwaited } from "./0002-open-locks-are-awaited.ts";
import { migration as commandsInALedger } from "./0003-commands-stand-in-a-ledger.ts";
import { migration as refundRequestsAreApprovals } from "./0004-refund-requests-are-approvals.ts";
import type { Migration } from "./migration.ts";

/** Every migration in its order: the first is number 1. The last one's number is `databaseVersion`. */
export const numbered: readonly Migration[] = [
  indexesHaveOwners,
  openLocksAreAwaited,
  commandsInALedger,
  refundRequestsAreApprovals,
];
