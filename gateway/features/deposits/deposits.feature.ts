import { changeDeposit, listDepositRows } from "#shared/deposits/deposit.api.ts";
import { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { depositRowPages } from "./deposit-row.list.ts";
import { createDepositsService } from "./deposits.service.ts";
import { showDepositRows } from "./show-deposit-rows.ts";

/** Deposits of users, and how they came to be. */
export const depositsFeature: Feature = (app, parts) => {
  const deposits = createDepositsService(parts);
  const shown = { key: "rows", row: DepositRow, show: showDepositRows(parts.mongo) } as const;
  route(app, listDepositRows, servePaged(parts.pages, depositRowPages, shown));
  route(app, changeDeposit, (call) => deposits.change(call, call.params.id, call.body, operatorOf(call).operator.role));
};
