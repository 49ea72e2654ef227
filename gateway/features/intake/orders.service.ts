import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { refusal } from "#shared/http/domain-error.ts";
import type { CallAnswer } from "#shared/http/endpoint.ts";
import { rupeesOf } from "#shared/http/money.ts";
import type { placeOrder } from "#shared/intake/intake.api.ts";
import type { IntakeOrder, Payment } from "#shared/intake/intake.schema.ts";
import { moveOrderIn } from "#shared/orders/move-order.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import { isRefused, orderRefusals, priceOrder } from "#shared/orders/pricing.rules.ts";
import type { PaymentProvider } from "#shared/payments/provider.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { holdAccount } from "#shared/users/hold-account.server.ts";
import { again } from "../../records/again.ts";
import { createCustomerTurns } from "../../records/customer-turns.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { OnceCall } from "../../records/once.ts";
import { showOrder } from "../orders/show-orders.ts";
import { buyerIn } from "./buyers.ts";
import { newOrder } from "./new-order.ts";
import { holdOwnOrder } from "./own-order.ts";
import { createProviderOrders, noProvider } from "./provider-orders.ts";
import { requireSelling, saleOf } from "./sale-of.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config" | "limits" | "log" | "once"> & {
  provider: PaymentProvider | null;
};

/** Orders of customers, as their app places them. */
export const createIntakeOrders = (parts: Parts) => {
  const { mongo, audit, clock, config, limits, once, provider } = parts;
  const timeZone = config.TIME_ZONE;
  const providerOrders = createProviderOrders(parts);
  const { orders, users } = mongo.collections;
  const inTurn = createCustomerTurns<{ id: string }>(limits.httpMs);

  /** Reads, prices and stores in one transaction: nothing of an order that is refused stays, its customer neither. */
  const store = async (dbSession: DbSession, actor: Actor, input: IntakeOrder): Promise<ObjectId> => {
    const { machine, profile } = await requireSelling(parts, dbSession, input.vendingMachine);
    const user = await buyerIn(dbSession, parts, actor, input);
    if (user.suspend) throw refusal(orderRefusals.suspended);

    const money = priceOrder(await saleOf(parts, dbSession, { input, machine, profile, user }));
    if (isRefused(money)) throw refusal(money);
    if (money.netAmount > 0 && !provider) throw noProvider();
    const now = new Date(clock.now());
    const order = newOrder({ user: user._id, machine, profile, money, by: actor.id, now, timeZone });
    await orders.insertOne(order, { session: dbSession });
    await holdAccount(mongo, dbSession, user._id);
    const record = { collection: "orders", id: order._id.toHexString() };
    await audit.write(dbSession, actor, { verb: "order.added", record, before: null, after: order });
    const isOnHold = await holdOwnOrder(dbSession, parts, user, order);
    if (money.netAmount === 0 && !isOnHold)
      await moveOrderIn(dbSession, { mongo, audit, clock }, actor, {
        order: order._id,
        to: "payment successful",
        source: "intake",
        reason: "nothing to pay",
      });
    return order._id;
  };

  /** Null where nobody is to pay (any more). Throws `unavailable` where this gateway does not know how. */
  const paymentOf = ({ status, providerOrderId, netAmount }: OrderDocument): Payment | null => {
    if (providerOrderId === null || isPaid(status) || status === "payment canceled") return null;
    if (!provider) throw noProvider();
    return { providerOrderId, keyId: provider.keyId, amount: rupeesOf(netAmount) };
  };

  return {
    /**
     * Places an order once, however often it is repeated: a repeat finds the order as it is by then, and continues
     * where a provider that could not be reached had stopped it. Throws the refusals of `orderRefusals`, and `missing`
     * for an unknown machine.
     */
    place: async (requested: OnceCall, input: IntakeOrder): Promise<CallAnswer<typeof placeOrder>> => {
      // Two of one new customer, or with one new email, at once: the second finds what the first has written.
      const { id } = await inTurn(input.phone, () =>
        again(() =>
          once(requested, async (dbSession) => ({
            id: (await store(dbSession, requested.actor, input)).toHexString(),
          })),
        ),
      );
      const stored = await orders.findOne({ _id: new ObjectId(id) });
      if (!stored) throw new Error("orders are never removed");
      const order = await providerOrders.ensure(stored);
      const { found } = await mongo.readAsOf(async (dbSession) => ({
        shown: await showOrder(mongo, dbSession, order),
        owner: await users.findOne({ _id: order.user }, { session: dbSession, projection: { deletedAt: 1 } }),
      }));
      // A payment for a deleted account credits nobody and would have to be given back.
      return { order: found.shown, payment: found.owner?.deletedAt ? null : paymentOf(order) };
    },
  };
};
