import type { Actor } from "#shared/audit/audit.server.ts";
import { waitingReconciliation } from "#shared/reconciliation/reconciliation.document.server.ts";
import { reconciliationRecord } from "#shared/reconciliation/reconciliation.record.ts";
import { mostDriftsShown, type Reconciliation } from "#shared/reconciliation/reconciliation.schema.ts";
import { addRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { reconciliationView } from "./reconciliation.view.ts";
import { showDrifts } from "./show-drifts.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "queues" | "log">;
const mostShown = 10;

/** Accounts compared with their rows: requested here, made by a worker. */
export const createReconciliationService = ({ mongo, audit, clock, queues, log }: Parts) => ({
  read: () =>
    mongo.answerAsOf(async (dbSession) => {
      const { reconciliations, drifts } = mongo.collections;
      const latest = await reconciliations
        .find({}, { session: dbSession })
        .sort({ askedAt: -1, _id: -1 })
        .limit(mostShown)
        .toArray();
      const lastDone = latest.find(({ state }) => state === "done");
      const ofIt = lastDone
        ? await drifts
            .find({ reconciliation: lastDone._id }, { session: dbSession })
            .sort({ user: 1, _id: 1 })
            .limit(mostDriftsShown)
            .toArray()
        : [];
      return { reconciliations: latest.map(reconciliationView), drifts: await showDrifts(mongo, dbSession, ofIt) };
    }),

  /** Throws `conflict` while one waits already. */
  start: async (actor: Actor): Promise<Reconciliation> => {
    const record = waitingReconciliation({ kind: actor.kind, id: actor.id }, clock.now());
    await addRecord({ mongo, audit }, actor, {
      definition: reconciliationRecord,
      verb: "reconciliation.started",
      record,
    });
    // Lost, it is found within a minute all the same.
    await queues
      .add("accounts.reconcile", {})
      .catch((error: unknown) => log.warn({ err: error }, "no worker was woken for the reconciliation"));
    return reconciliationView(record);
  },
});
