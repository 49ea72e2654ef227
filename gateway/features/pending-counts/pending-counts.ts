import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import type { CollectionName } from "#shared/runtime/collections.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { createPaymentsToReview } from "../payments/payments-to-review.ts";
import { createNeedsAction } from "../transactions/needs-action.ts";
import type { KnownMachines, MachineCounts } from "./machine-states.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "presence">;
/** What is counted in the database alone. */
export type CountedPart = Exclude<keyof PendingCounts, "countedAt" | keyof MachineCounts>;

export const countedParts: readonly CountedPart[] = [
  "waitingUnits",
  "failedVends",
  "paymentsToCheck",
  "drifts",
  "accountDeletions",
  "alarms",
];
type Counts = Record<CountedPart, number>;

interface Counted {
  of: readonly CollectionName[];
  count: (session: DbSession) => Promise<number>;
}

const mostDeletions = 1_000;
const mostApprovals = 1_000;
const mostAlarms = 1_000;

/** Each of the counts, by indexes of pending records only. */
export const createPendingCounts = ({ mongo, clock, presence }: Parts) => {
  const { registrationRequests, reconciliations, accountDeletions, approvals, machines, alarms } = mongo.collections;
  const { speaking } = createUnitsOfMachines(mongo.collections);
  const needsAction = createNeedsAction({ mongo, clock });
  const toReview = createPaymentsToReview({ mongo, clock });

  const parts: Record<CountedPart, Counted> = {
    waitingUnits: {
      of: ["registrationRequests"],
      // The number of waiting requests is bounded.
      count: (session) => registrationRequests.countDocuments({}, { session, hint: "_id_" }),
    },
    failedVends: { of: ["canTransactions"], count: needsAction.count },
    paymentsToCheck: {
      of: ["orders", "unknownPayments", "approvals"],
      count: async (session) => {
        const { flaggedCount, stuckCount, unknownCount } = await toReview.count(session);
        const requested = await approvals.countDocuments(
          { state: "requested" },
          { session, hint: "waitingSince", limit: mostApprovals },
        );
        return flaggedCount + stuckCount + unknownCount + requested;
      },
    },
    drifts: {
      of: ["reconciliations"],
      count: async (session) => {
        const [last] = await reconciliations
          .find({ state: "done" }, { session, projection: { drifts: 1 } })
          .sort({ askedAt: -1 })
          .limit(1)
          .toArray();
        return last?.drifts ?? 0;
      },
    },
    accountDeletions: {
      of: ["accountDeletions"],
      count: (session) =>
        accountDeletions.countDocuments(
          { processedAt: { $type: "null" } },
          { session, hint: "waiting", limit: mostDeletions },
        ),
    },
    alarms: {
      of: ["alarms"],
      count: (session) => {
        const isPast = { $not: { $gt: new Date(clock.now()) } };
        return alarms.countDocuments(
          { state: "open", seenBy: null, snoozedUntil: isPast, quietUntil: isPast },
          { session, hint: "open", limit: mostAlarms },
        );
      },
    },
  };

  return {
    /** The collections whose changes may change a part. */
    collectionsOf: (part: CountedPart) => parts[part].of,
    /** Some of the parts, or all. */
    count: async <P extends CountedPart>(session: DbSession, which: readonly P[]): Promise<Pick<Counts, P>> => {
      const found: Partial<Counts> = {};
      for (const part of which) found[part] = await parts[part].count(session);
      return found as Pick<Counts, P>;
    },
    /** Presence is read last, so that a message heard meanwhile counts. */
    readMachines: async (): Promise<KnownMachines> => {
      const { found } = await mongo.readAsOf(async (session) => ({
        machines: await machines.countDocuments({}, { session, hint: "_id_" }),
        units: await speaking.all(session),
      }));
      const serials = found.units.map(({ serialNumber }) => serialNumber);
      return { machines: found.machines, speaking: serials, heard: await presence.read(serials) };
    },
  };
};
