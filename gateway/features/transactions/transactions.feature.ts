import * as cases from "#shared/transactions/can-case.api.ts";
import { listNeedsAction } from "#shared/transactions/needs-action.api.ts";
import { returnCan, takeCan } from "#shared/transactions/take.api.ts";
import * as api from "#shared/transactions/transaction.api.ts";
import { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import { serveReport } from "../../paged/serve-report.ts";
import type { Feature } from "../../records/feature.ts";
import { createToday } from "../../records/today.ts";
import { createReservations } from "../containers/reservations.ts";
import { createCommanding } from "../control-units/commanding.ts";
import { withMessage } from "../control-units/refusals.ts";
import { createBrokenContainers } from "./broken-container.service.ts";
import { createCanActions } from "./can-actions.ts";
import { createCanCase } from "./can-case.ts";
import { createCanReplay } from "./can-replay.ts";
import { createNeedsAction } from "./needs-action.ts";
import { createRefundFacts } from "./refund-facts.ts";
import { createRefunds } from "./refunds.service.ts";
import { createReopening } from "./reopening.service.ts";
import { createReturns } from "./returns.service.ts";
import { showTransactions } from "./show-transactions.ts";
import { createTakesService } from "./takes.service.ts";
import { transactionPagesFor } from "./transaction.list.ts";
import { createTransactionsService } from "./transactions.service.ts";

/** Cans that customers took: listed, read, edited. */
export const transactionsFeature: Feature = (app, parts) => {
  const transactions = createTransactionsService(parts);
  const own = {
    ...parts,
    today: createToday(parts),
    reservations: createReservations(parts),
    commanding: createCommanding(parts),
    actions: createCanActions(parts),
  };
  const takes = createTakesService(own);
  const returns = createReturns(own);
  const reopening = createReopening(own);
  const refundFacts = createRefundFacts(own);
  const refunds = createRefunds({ ...own, refundFacts });
  const broken = createBrokenContainers(own);
  const needsAction = createNeedsAction(parts);
  const canCase = createCanCase({ ...parts, refundFacts });
  const canReplay = createCanReplay(parts);
  const shown = { key: "transactions", row: CanTransaction, show: showTransactions(parts.mongo) } as const;
  route(app, api.listTransactions, (call) => servePaged(parts.pages, transactionPagesFor(call.query), shown)(call));
  route(app, api.reportTransactions, serveReport(parts, { pagesFor: transactionPagesFor, ...shown }));
  route(app, listNeedsAction, needsAction.read);
  route(app, cases.readCanCase, ({ actor, params }) => canCase(actor, params.id));
  route(app, cases.readCanReplay, (call) => canReplay(call.params.id, operatorOf(call).operator.role));
  route(app, cases.markNotWorking, (call) => broken.mark(call, call.params.id, call.body));
  route(app, api.readTransaction, ({ params }) => transactions.read(params.id));
  route(app, api.changeTransaction, ({ actor, params, body }) => transactions.change(actor, params.id, body));
  route(app, api.openTransaction, ({ actor, idempotency, params, request }) =>
    withMessage(reopening.open(params.id, { actor, idempotency, trace: request.id })),
  );
  route(app, api.refundCan, (call) => refunds.refund(call, call.params.id, operatorOf(call).operator.role));
  route(app, takeCan, ({ actor, idempotency, body, request }) => takes.take(actor, idempotency, body, request.id));
  route(app, returnCan, (call) => returns.giveBack(call, call.body.transactionId));
};
