import { rupeesOf } from "#shared/http/money.ts";
import type { ReconciliationDocument } from "#shared/reconciliation/reconciliation.document.server.ts";
import type { Reconciliation } from "#shared/reconciliation/reconciliation.schema.ts";

export const reconciliationView = (run: ReconciliationDocument): Reconciliation => ({
  _id: run._id.toHexString(),
  state: run.state,
  isNightly: run.night !== undefined,
  askedAt: run.askedAt.toISOString(),
  startedAt: run.startedAt?.toISOString() ?? null,
  endedAt: run.endedAt?.toISOString() ?? null,
  users: run.users,
  orders: run.orders ?? 0,
  transactions: run.transactions ?? 0,
  canRows: run.canRows,
  depositRows: run.depositRows,
  days: run.days ?? 0,
  drifts: run.drifts,
  held: run.held
    ? { ...run.held, deposit: rupeesOf(run.held.deposit), securityDeposit: rupeesOf(run.held.securityDeposit) }
    : null,
});
