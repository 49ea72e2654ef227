import * as api from "#shared/transactions/transaction.api.ts";
import { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createPagedReader } from "../paged/paged-reader.ts";
import { servePaged } from "../paged/serve-paged.ts";
import { showTransactions } from "./show-transactions.ts";
import { transactionPagesFor } from "./transaction-pages.ts";
import { createTransactionsService } from "./transactions.service.ts";

/** Cans that customers took: listed, read, edited. */
export const transactionsFeature: Feature = (app, parts) => {
  const reader = createPagedReader(parts);
  const transactions = createTransactionsService(parts);
  route(app, api.listTransactions, ({ query }) =>
    servePaged(reader, transactionPagesFor(query), {
      key: "transactions",
      row: CanTransaction,
      show: (found, dbSession) => showTransactions(parts.mongo, dbSession, found),
    })(query),
  );
  route(app, api.readTransaction, ({ params }) => transactions.read(params.id));
  route(app, api.changeTransaction, async ({ actor, params, body }) => ({
    canTransaction: await transactions.change(actor, params.id, body),
  }));
};
