import { changeDeposit } from "#shared/deposits/deposit.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createOnce } from "../once.ts";
import { createDepositsService } from "./deposits.service.ts";

/** Deposits of users. */
export const depositsFeature: Feature = (app, parts) => {
  const deposits = createDepositsService({ ...parts, once: createOnce(parts) });
  route(app, changeDeposit, ({ actor, idempotency, params, body }) =>
    deposits.change(actor, idempotency, params.id, body),
  );
};
