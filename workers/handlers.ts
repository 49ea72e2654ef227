import type { JobName, JobPayload, ReportJob } from "#shared/jobs/catalogue.ts";
import type { ControlUnits } from "./control-units/control-units.ts";
import type { WorkerParts } from "./parts.ts";
import type { Reconciliation } from "./reconciliation/reconciliation.ts";
import { forgetSecrets } from "./registration/forget-secrets.ts";
import type { ReportRepeats } from "./report-schedules/repeat-reports.ts";
import type { Sales } from "./sales/sales.ts";
import type { Tallies } from "./tallies/tallies.ts";
import type { Takes } from "./transactions/takes.ts";

export type JobHandlers = { [N in JobName]: (payload: JobPayload<N>) => Promise<void> };

/** The parts that handlers pass their jobs to. */
interface Desks {
  controlUnits: ControlUnits;
  tallies: Tallies;
  reconciliation: Reconciliation;
  sales: Sales;
  takes: Takes;
  reportRepeats: ReportRepeats;
  postToWebhook: (report: string) => Promise<void>;
}

/**
 * One handler for each job of the catalogue, except the report workers'; a missing one does not compile. Each is safe
 * to run twice.
 */
export const createHandlers = (
  parts: WorkerParts,
  { controlUnits, tallies, reconciliation, sales, takes, reportRepeats, postToWebhook }: Desks,
): Omit<JobHandlers, ReportJob> => ({
  "secrets.forget": () => forgetSecrets(parts),
  "machine.advance": ({ vendingMachineId }) => controlUnits.advance(vendingMachineId),
  "session.settle": async ({ sessionId }) => {
    await controlUnits.settle(sessionId);
    await takes.applySession(sessionId);
  },
  "tallies.count": () => tallies.count(),
  "tallies.rebuild": async () => void (await tallies.rebuild()),
  "accounts.reconcile": () => reconciliation.run(),
  "sales.count": () => sales.count(),
  "sales.rebuild": async () => void (await sales.rebuild()),
  "reports.repeat": () => reportRepeats.run(),
  "report.tell": ({ report }) => postToWebhook(report),
});
