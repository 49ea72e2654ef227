import { changeDeposit, listDepositRows } from "#shared/deposits/deposit.api.ts";
import { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createOnce } from "../once.ts";
import { createPagedReader } from "../paged/paged-reader.ts";
import { servePaged } from "../paged/serve-paged.ts";
import { depositRowPages } from "./deposit-row-pages.ts";
import { createDepositsService } from "./deposits.service.ts";
import { showDepositRows } from "./show-deposit-rows.ts";

/** Deposits of users, and how they came to be. */
export const depositsFeature: Feature = (app, parts) => {
  const deposits = createDepositsService({ ...parts, once: createOnce(parts) });
  const rows = servePaged(createPagedReader(parts), depositRowPages, {
    key: "rows",
    row: DepositRow,
    show: showDepositRows(parts.mongo),
  });
  route(app, listDepositRows, ({ query }) => rows(query));
  route(app, changeDeposit, ({ actor, idempotency, params, body }) =>
    deposits.change(actor, idempotency, params.id, body),
  );
};
