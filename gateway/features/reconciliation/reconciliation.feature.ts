import * as api from "#shared/reconciliation/reconciliation.api.ts";
import { requireAdmin } from "#shared/users/user.rules.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createReconciliationService } from "./reconciliation.service.ts";

/** Whether every account is what its rows add up to. */
export const reconciliationFeature: Feature = (app, parts) => {
  const reconciliation = createReconciliationService(parts);
  route(app, api.readReconciliations, () => reconciliation.read());
  route(app, api.startReconciliation, async (call) => {
    requireAdmin(operatorOf(call).operator.role, "reconciliation");
    return { reconciliation: await reconciliation.start(call.actor) };
  });
};
