import { waitingApproval } from "#shared/approvals/approvals.server.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import { moveOrderIn } from "#shared/orders/move-order.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import { requireRecord } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { hasColleague } from "../../records/own-account.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock">;
type Order = Pick<OrderDocument, "_id" | "orderId" | "netAmount" | "discount">;

const hasCoupon = ({ discount }: Order) => discount.couponDiscount > 0;

/**
 * An order that operators place as customers, and that is free or has a coupon, waits for another operator: nothing is
 * credited, and no provider order is made, until that one has approved. Answers whether it waits.
 */
export const holdOwnOrder = async (
  dbSession: DbSession,
  { mongo, clock }: Pick<Parts, "mongo" | "clock">,
  buyer: Pick<UserDocument, "_id" | "role">,
  order: Order,
): Promise<boolean> => {
  if (!isOperator(buyer.role) || (order.netAmount > 0 && !hasCoupon(order))) return false;
  if (!(await hasColleague(mongo, buyer._id, dbSession))) return false;
  const reason = order.netAmount === 0 ? "nothing to pay" : "a coupon";
  const approval = waitingApproval({
    kind: "own-order",
    record: order._id,
    user: buyer._id,
    change: {},
    what: `${order.orderId}, an operator's own order, goes on`,
    reason,
    by: buyer._id,
    at: new Date(clock.now()),
  });
  await mongo.collections.approvals.insertOne(approval, { session: dbSession });
  return true;
};

/** Whether it waits still, or was declined. */
export const isHeld = async ({ mongo }: Pick<Parts, "mongo">, order: Order): Promise<boolean> => {
  if (!hasCoupon(order)) return false;
  const { approvals } = mongo.collections;
  const held = await approvals.findOne(
    { record: order._id, kind: "own-order", state: { $ne: "approved" } },
    { hint: "ofRecord", projection: { _id: 1 } },
  );
  return held !== null;
};

/** In the transaction of its approval: what is free is credited, what is to be paid may be paid from now on. */
export const approveOwnOrder = async (
  dbSession: DbSession,
  parts: Parts,
  actor: Actor,
  record: string,
): Promise<void> => {
  const order = await requireRecord(parts.mongo, dbSession, orderRecord, record);
  if (order.status !== "processing")
    throw new DomainError("conflict", `This order is not processing any more: ${order.status}`);
  if (order.netAmount > 0) return;
  await moveOrderIn(dbSession, parts, actor, {
    order: order._id,
    to: "payment successful",
    source: "operator",
    reason: "nothing to pay",
    rev: order.rev,
  });
};
