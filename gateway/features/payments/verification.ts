import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { createSingleFlight } from "#shared/concurrency/single-flight.ts";
import type { Order } from "#shared/orders/order.schema.ts";
import type { OrderSource } from "#shared/orders/order-status.ts";
import { configuredProvider, noProvider } from "#shared/payments/configured-provider.server.ts";
import { type Verified, verifyOrder } from "#shared/payments/verify-order.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { showOrder } from "../orders/show-orders.ts";

type Parts = Pick<FeatureParts, "config" | "mongo" | "audit" | "clock">;
interface Requester {
  actor: Actor;
  source: OrderSource;
}

/**
 * Queries the provider about orders: once for all callers at the same time. If several share an answer, the timeline
 * and the audit name the first.
 */
export const createVerification = ({ config, mongo, audit, clock }: Parts) => {
  const provider = configuredProvider(config) ?? noProvider;
  const request = async (
    key: string,
    { actor, source }: Requester,
  ): Promise<{ shown: Order } & Pick<Verified, "refusal">> => {
    const order = new ObjectId(key);
    // The answer is for all who wait, and is compared with the order as it is by then: it may come late.
    const requester = { ...actor, waitsUntil: Number.POSITIVE_INFINITY };
    const verified = await verifyOrder({ mongo, audit, clock, provider }, requester, { order, source });
    const { found } = await mongo.readAsOf((dbSession) => showOrder(mongo, dbSession, verified.order));
    return { shown: found, refusal: verified.refusal };
  };
  // Paid does not end later verification: the money may have gone back meanwhile.
  return createSingleFlight(request, ({ refusal }) => refusal?.isAway === true);
};
export type Verification = ReturnType<typeof createVerification>;
