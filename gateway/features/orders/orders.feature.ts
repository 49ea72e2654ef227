import * as api from "#shared/orders/order.api.ts";
import { Order } from "#shared/orders/order.schema.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createPagedReader } from "../paged/paged-reader.ts";
import { servePaged } from "../paged/serve-paged.ts";
import { orderPagesFor } from "./order-pages.ts";
import { createOrdersService } from "./orders.service.ts";
import { showOrders } from "./show-orders.ts";

/** Orders: listed, summed up, read, reported, and moved until they are paid. */
export const ordersFeature: Feature = (app, parts) => {
  const reader = createPagedReader(parts);
  const orders = createOrdersService({ ...parts, reader });
  route(app, api.listOrders, ({ query }) =>
    servePaged(reader, orderPagesFor(query), {
      key: "orders",
      row: Order,
      show: (found, dbSession) => showOrders(parts.mongo, dbSession, found),
    })(query),
  );
  route(app, api.sumOrders, ({ query }) => orders.sums(query));
  route(app, api.reportOrders, ({ query }) => orders.report(query));
  route(app, api.readOrder, ({ params }) => orders.read(params.id));
  route(app, api.changeOrder, async ({ actor, params, body }) => ({
    order: await orders.change(actor, params.id, body),
  }));
};
