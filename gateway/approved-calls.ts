import { orderRecord } from "#shared/orders/order.record.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { ApprovedCalls } from "./features/approvals/approved-calls.ts";
import { createPhoneMessages } from "./features/auth/phone-messages.ts";
import { createCansService } from "./features/cans/cans.service.ts";
import { createReservations } from "./features/containers/reservations.ts";
import { createCommanding } from "./features/control-units/commanding.ts";
import { createDepositsService } from "./features/deposits/deposits.service.ts";
import { approveOwnOrder } from "./features/intake/own-order.ts";
import { createOrdersService } from "./features/orders/orders.service.ts";
import { createCanActions } from "./features/transactions/can-actions.ts";
import { createRefundFacts } from "./features/transactions/refund-facts.ts";
import { createRefunds } from "./features/transactions/refunds.service.ts";
import { createUsersService } from "./features/users/users.service.ts";
import { requireRecord } from "./records/change-record.ts";
import type { FeatureParts } from "./records/feature.ts";
import { createToday } from "./records/today.ts";

/** Refunds with what they need, for approvals. */
const refundsOf = (parts: FeatureParts) =>
  createRefunds({
    ...parts,
    reservations: createReservations(parts),
    commanding: createCommanding(parts),
    actions: createCanActions(parts),
    refundFacts: createRefundFacts({ ...parts, today: createToday(parts) }),
  });

/** The services' own calls, with all their guards, by the kind of request. */
export const createApprovedCalls = (parts: FeatureParts): ApprovedCalls => {
  const { mongo } = parts;
  const commanding = createCommanding(parts);
  const users = createUsersService({ ...parts, messages: createPhoneMessages(parts), commanding });
  const orders = createOrdersService(parts);
  const deposits = createDepositsService(parts);
  const cans = createCansService({ ...parts, today: createToday(parts) });
  const { refundIn } = refundsOf(parts);
  /** Accounts have the ids of their users. */
  const itself = async (_: DbSession, record: string) => record;
  const buyer = async (dbSession: DbSession, record: string) =>
    (await requireRecord(mongo, dbSession, orderRecord, record)).user.toHexString();
  const taker = async (dbSession: DbSession, record: string) =>
    (await requireRecord(mongo, dbSession, transactionRecord, record)).user.toHexString();

  return {
    user: {
      userOf: itself,
      run: (dbSession, { actor, signedIn }, record, change, word) =>
        users.changeIn(dbSession, { by: signedIn, actor, word }, record, change),
    },
    order: {
      userOf: buyer,
      run: (dbSession, { actor }, ...args) => orders.changeIn(dbSession, actor, ...args),
    },
    deposit: {
      userOf: itself,
      run: (dbSession, { actor }, ...args) => deposits.changeIn(dbSession, actor, ...args),
    },
    cans: {
      userOf: itself,
      run: (dbSession, { actor }, ...args) => cans.changeIn(dbSession, actor, ...args),
    },
    refund: {
      userOf: taker,
      run: (dbSession, { actor }, record, _change, word) => refundIn(dbSession, actor, record, word),
    },
    "own-order": {
      userOf: buyer,
      run: (dbSession, { actor }, record) => approveOwnOrder(dbSession, parts, actor, record),
    },
  };
};
