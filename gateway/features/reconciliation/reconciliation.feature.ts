import * as api from "#shared/reconciliation/reconciliation.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createReconciliationService } from "./reconciliation.service.ts";

/** Whether every account is what its rows add up to. */
export const reconciliationFeature: Feature = (app, parts) => {
  const reconciliation = createReconciliationService(parts);
  route(app, api.readReconciliations, () => reconciliation.read());
  route(app, api.startReconciliation, async ({ actor }) => ({ reconciliation: await reconciliation.start(actor) }));
};
