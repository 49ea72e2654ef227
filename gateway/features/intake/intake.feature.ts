import type { CallAnswer } from "#shared/http/endpoint.ts";
import { placeOrder } from "#shared/intake/intake.api.ts";
import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import * as reads from "#shared/intake/intake-reads.api.ts";
import { configuredProvider } from "#shared/payments/configured-provider.server.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createCustomerReads } from "./customer-reads.service.ts";
import { createMachineReads } from "./machine-reads.service.ts";
import { createIntakeOrders } from "./orders.service.ts";
import { createQuotes } from "./quotes.service.ts";

type Placed = CallAnswer<typeof placeOrder>;

/**
 * The answer names the customer as the call itself did: a key that may not read customers learns nothing of them by
 * ordering.
 */
const asSent = ({ order, payment }: Placed, { phone, name, email }: IntakeOrder): Placed => ({
  order: { ...order, user: { _id: order.user._id, phone, name, email } },
  payment,
});

/** What the customers' app calls, with an API key. */
export const intakeFeature: Feature = (app, parts) => {
  const orders = createIntakeOrders({ ...parts, provider: configuredProvider(parts.config) });
  const machines = createMachineReads(parts);
  const quote = createQuotes(parts);
  const customers = createCustomerReads(parts);
  route(app, placeOrder, async (call) => {
    const placed = await orders.place(call, call.body);
    const readsCustomers = call.request.keyHolder?.scopes.includes("read:customers");
    return readsCustomers ? placed : asSent(placed, call.body);
  });
  route(app, reads.listIntakeMachines, ({ query }) => machines.list(query));
  route(app, reads.listIntakeProducts, ({ params }) => machines.products(params.vendingMachine));
  route(app, reads.quoteOrder, ({ body }) => quote(body));
  route(app, reads.findIntakeCustomer, ({ query }) => customers.find(query.phone));
  route(app, reads.readIntakeCans, ({ params }) => customers.cans(params.id));
  route(app, reads.readIntakeDeposit, ({ params }) => customers.deposit(params.id));
  route(app, reads.listIntakePenalties, ({ params, query }) => customers.penalties(params.id, query));
  route(app, reads.listIntakeOrders, ({ params, query }) => customers.orders(params.id, query));
  route(app, reads.readIntakeOrder, ({ params }) => customers.order(params.orderId));
};
