import { placeOrder } from "#shared/intake/intake.api.ts";
import { configuredProvider } from "#shared/payments/configured-provider.server.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createIntakeOrders } from "./orders.service.ts";

/** What the customers' app calls, with an API key. */
export const intakeFeature: Feature = (app, parts) => {
  const orders = createIntakeOrders({ ...parts, provider: configuredProvider(parts.config) });
  route(app, placeOrder, (call) => orders.place(call, call.body));
};
