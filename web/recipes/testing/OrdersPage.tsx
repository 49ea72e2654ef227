import * as z from "zod";
import { callsOf } from "#shared/http/endpoint.ts";
import { ClusterTime, Id } from "#shared/http/fields.ts";
import { dateRange, MachineFilter, PhoneFilter, pagedList, pageOf } from "#shared/http/paged-list.ts";
import { cameMeanwhile, pagedSource, wentOld } from "../../live/paged.ts";
import { Empty } from "../../ui/States.tsx";
import type { Column } from "../../ui/table/column.ts";
import { textFilter } from "../list-filter.tsx";
import { PagedListPage } from "../PagedListPage.tsx";
import { usePagedList } from "../use-paged-list.ts";

const Order = z.object({ _id: Id, phone: z.string(), status: z.string(), netAmount: z.number() });
export type Order = z.infer<typeof Order>;

const orderList = pagedList({
  filters: { phone: PhoneFilter, vendingMachine: MachineFilter, ...dateRange },
  sorts: ["createdAt", "netAmount"],
  byDefault: "-createdAt",
  columns: { status: "equals" },
});
const listOrders = callsOf("orders").get("/orders/all", {
  summary: "Orders",
  query: orderList.query,
  reply: pageOf("orders", Order).extend({ asOf: ClusterTime }),
  failure: "Failed to feth Orders",
});
export const orderOf = (number: number, facts: Partial<Order> = {}): Order => ({
  _id: String(number).padStart(24, "0"),
  phone: `98${number}`,
  status: "successful",
  netAmount: number,
  ...facts,
});

const source = pagedSource({
  endpoint: listOrders,
  rooms: ["products"],
  pick: ({ orders: rows, pages, total }) => ({ rows, pages, total }),
  handlers: {
    "product.changed": (page, { _id, brand }) => cameMeanwhile(page, { ...orderOf(0, { phone: brand }), _id }),
    "product.removed": wentOld,
  },
});
const columns: Column<Order>[] = [
  { id: "phone", head: "Phone", value: ({ phone }) => phone },
  { id: "status", head: "Status", value: ({ status }) => status },
  { id: "netAmount", head: "Net Amount", kind: "number", value: ({ netAmount }) => netAmount },
];
const filters = { phone: textFilter("Phone"), vendingMachine: { label: "Vending Machine" } };

/** Filters, days, columns that are filtered, and events, each as a real list has them. */
export function OrdersPage() {
  const paged = usePagedList({ list: orderList, source, filters });
  return (
    <PagedListPage
      paged={paged}
      title="Orders"
      things={["order", "orders"]}
      columns={columns}
      empty={<Empty title="No order yet" />}
    />
  );
}
