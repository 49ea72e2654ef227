import { ObjectId } from "mongodb";
import { refusal } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { quoteOrder } from "#shared/intake/intake-reads.api.ts";
import type { IntakeQuoteRequest } from "#shared/intake/intake-reads.schema.ts";
import { orderRecordView } from "#shared/orders/order-view.server.ts";
import { isRefused, priceOrder } from "#shared/orders/pricing.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { forSaleAt } from "../inventory/for-sale.ts";
import { newOrder } from "./new-order.ts";
import { entryOf, requireSelling } from "./sale-of.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "config">;

/** What an order would cost, without a customer; nothing is stored. Throws the refusals of an order. */
export const createQuotes =
  ({ mongo, clock, config }: Parts) =>
  async ({ vendingMachine, lines, couponDiscount }: IntakeQuoteRequest): Promise<CallReply<typeof quoteOrder>> => {
    const { found } = await mongo.readAsOf(async (dbSession) => {
      const selling = await requireSelling({ mongo, clock }, dbSession, vendingMachine);
      return { ...selling, forSale: await forSaleAt(mongo, dbSession, selling.machine._id, clock.now()) };
    });
    const { machine, profile, forSale } = found;
    const money = priceOrder({
      entries: profile.brands.map(entryOf),
      gst: profile.gst,
      forSale,
      lines,
      couponDiscount: paiseOf(couponDiscount),
      penalties: [],
      securityDeposit: 0,
    });
    if (isRefused(money)) throw refusal(money);
    const [now, timeZone] = [new Date(clock.now()), config.TIME_ZONE];
    const order = newOrder({ user: new ObjectId(), machine, profile, money, by: null, now, timeZone });
    return { quote: orderRecordView(order, { operatorName: () => "" }) };
  };
