import * as api from "#shared/orders/order.api.ts";
import { Order } from "#shared/orders/order.schema.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import { serveReport } from "../../paged/serve-report.ts";
import type { Feature } from "../../records/feature.ts";
import { orderPagesFor } from "./order.list.ts";
import { createOrdersService } from "./orders.service.ts";
import { showOrders } from "./show-orders.ts";

/** Orders: listed, summed up, read, reported, and moved until they are paid. */
export const ordersFeature: Feature = (app, parts) => {
  const orders = createOrdersService(parts);
  const shown = { key: "orders", row: Order, show: showOrders(parts.mongo) } as const;
  route(app, api.listOrders, (call) => servePaged(parts.pages, orderPagesFor(call.query), shown)(call));
  route(app, api.sumOrders, ({ query }) => orders.sums(query));
  route(app, api.reportOrders, serveReport(parts, { pagesFor: orderPagesFor, ...shown }));
  route(app, api.readOrder, ({ params }) => orders.read(params.id));
  route(app, api.changeOrder, (call) =>
    orders.change(call.actor, call.params.id, call.body, operatorOf(call).operator.role),
  );
};
