import type { ObjectId } from "mongodb";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { BehaviourName } from "../../scripts/payment-provider/behaviours.ts";
import { startPaymentProvider } from "../../scripts/payment-provider/server.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "./gateway-under-test.ts";
import { addMachine } from "./network.ts";
import { addPerson } from "./people.ts";

export const webhookPath = "/intake/payments/webhook";

/** A gateway and its payment provider, over real HTTP; customers who order and pay. */
export const startPaymentsFixture = async (options: Record<string, string> = {}) => {
  const notified: { url: string | null } = { url: null };
  const provider = await startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () =>
      notified.url
        ? { url: notified.url, secret: trialPayments.PAYMENT_WEBHOOK_SECRET, formerSecret: "the one before" }
        : null,
    // Until a test says so nothing comes later.
    paceMs: 3_600_000,
    slowMs: 200,
  });
  const env = { ...trialPayments, PAYMENT_BASE_URL: provider.url, ...options };
  const gateway = await startGatewayUnderTest({ env }).catch(async (error: unknown) => {
    await provider.close();
    throw error;
  });
  const { collections } = gateway.parts.mongo;

  /** An order as intake leaves it: stored, with the provider's order. */
  const ordered = async (options: Partial<OrderDocument> = {}): Promise<OrderDocument> => {
    const user = await addPerson(gateway.parts, { role: "customer" });
    const order = anOrder(user, await addMachine(gateway.parts), options);
    const { id } = provider.books.addOrder(order.netAmount, "INR", order.orderId);
    const stored = { ...order, providerOrderId: id, ...options };
    await collections.orders.insertOne(stored);
    return stored;
  };

  return {
    provider,
    gateway,
    env,
    ordered,
    /** The customer pays; resolves when the first notices were tried. */
    pay: async ({ providerOrderId }: Pick<OrderDocument, "providerOrderId">, how: BehaviourName) => {
      const payment = await provider.pay(providerOrderId ?? "", how);
      if (!payment) throw new Error("the provider has no such order");
      return payment;
    },
    /** From now on the provider notifies this gateway of its payments, or nobody. */
    sendNotices: (to: GatewayUnderTest | null) => {
      notified.url = to ? `${to.url}/api/v1.2${webhookPath}` : null;
    },
    /** As a majority knows it: the primary alone may show more than a call's transaction that follows reads. */
    now: async ({ _id }: Pick<OrderDocument, "_id">): Promise<OrderDocument> => {
      const found = await collections.orders.findOne({ _id }, { readConcern: "majority" });
      if (!found) throw new Error("the order is gone");
      return found;
    },
    /** Cans that stand in the account and cans that the ledger adds up to: one figure where all is well. */
    cansOf: async ({ user }: Pick<OrderDocument, "user">): Promise<[account: number, ledger: number, rows: number]> => {
      const account = await collections.cans.findOne({ _id: user });
      const rows = await collections.canLedger.find({ user }).toArray();
      const ledger = rows.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
      return [account?.totalCans ?? 0, ledger, rows.length];
    },
    auditOf: async ({ _id }: { _id: ObjectId }) => {
      const lines = await collections.audit.find({ "record.id": _id.toHexString() }).sort({ _id: 1 }).toArray();
      return lines.map(({ verb, actor, reason = "" }) => [verb, actor.kind, reason]);
    },
    stop: async () => {
      await gateway.stop();
      await provider.close();
    },
  };
};
type PaymentsFixture = Awaited<ReturnType<typeof startPaymentsFixture>>;

export const setUpPaymentsFixture = (): PaymentsFixture => setUp(startPaymentsFixture);
