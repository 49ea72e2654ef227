import { placeOrder } from "#shared/intake/intake.api.ts";
import { createRazorpay } from "#shared/runtime/payments/razorpay.ts";
import { route } from "../../http/route.ts";
import type { Feature, FeatureParts } from "../feature.ts";
import { createOnce } from "../once.ts";
import { createIntakeOrders } from "./orders.service.ts";

const providerOf = ({ config }: Pick<FeatureParts, "config">) => {
  const { PAYMENT_BASE_URL: baseUrl, PAYMENT_KEY_ID: keyId, PAYMENT_KEY_SECRET: keySecret } = config;
  return baseUrl && keyId && keySecret ? createRazorpay({ baseUrl, keyId, keySecret }) : null;
};

/** What the customers' app calls, with an API key. */
export const intakeFeature: Feature = (app, parts) => {
  const orders = createIntakeOrders({ ...parts, once: createOnce(parts), provider: providerOf(parts) });
  route(app, placeOrder, ({ actor, idempotency, body }) => orders.place(actor, idempotency, body));
};
