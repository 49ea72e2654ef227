import type { Word } from "#shared/approvals/approval.rules.ts";
import type { ApprovalAsk, ApprovalKind } from "#shared/approvals/approval.schema.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { Actor } from "#shared/runtime/audit.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import type { SignedIn } from "../../http/login.ts";
import { createPhoneMessages } from "../auth/phone-messages.ts";
import { createCansService } from "../cans/cans.service.ts";
import { requireRecord } from "../change-record.ts";
import { createDepositsService } from "../deposits/deposits.service.ts";
import type { FeatureParts } from "../feature.ts";
import { approveOwnOrder } from "../intake/own-order.ts";
import { createOrdersService } from "../orders/orders.service.ts";
import { createToday } from "../today.ts";
import { refundsOf } from "../transactions/refunds-of.ts";
import { createUsersService } from "../users/users.service.ts";

/** Who asks or decides. */
export interface Deciding {
  actor: Actor;
  signedIn: SignedIn;
}
type Asked = { [K in ApprovalAsk["kind"]]: Extract<ApprovalAsk, { kind: K }>["change"] } & { "own-order": object };

interface Call<Change> {
  /** The customer whom the record concerns, by its id. */
  userOf: (dbSession: DbSession, record: string) => Promise<string>;
  run: (dbSession: DbSession, by: Deciding, record: string, change: Change, word: Word) => Promise<unknown>;
}
export type ApprovedCalls = { [K in ApprovalKind]: Call<Asked[K]> };

/** The services' own calls, with all their guards, by what is asked for. */
export const createApprovedCalls = (parts: FeatureParts): ApprovedCalls => {
  const { mongo } = parts;
  const users = createUsersService({ ...parts, messages: createPhoneMessages(parts) });
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
      run: (dbSession, { actor }, ...asked) => orders.changeIn(dbSession, actor, ...asked),
    },
    deposit: {
      userOf: itself,
      run: (dbSession, { actor }, ...asked) => deposits.changeIn(dbSession, actor, ...asked),
    },
    cans: {
      userOf: itself,
      run: (dbSession, { actor }, ...asked) => cans.changeIn(dbSession, actor, ...asked),
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
