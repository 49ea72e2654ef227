import "./orders.css";
import { useMemo } from "react";
import { orderList } from "#shared/orders/order-list.ts";
import { OrderStatus } from "#shared/orders/order-status.ts";
import type { QueryText } from "../../live/paged.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { DateRange } from "../../ui/DateRange.tsx";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty } from "../../ui/States.tsx";
import { SumsOfOrders } from "./OrderSums.tsx";
import { orderColumns } from "./order-columns.tsx";
import { orderSumsAtomOf, ordersSource } from "./orders-source.ts";

const labels = {
  vendingMachine: "Vending Machine",
  paymentId: "Payment Id",
  orderId: "Order Id",
  phone: "Phone",
  product: "Product",
  status: "Status",
};
const views = ["Old", "New"] as const;
/** A link's `?phone=` counts only when it is a whole number (specification section 5). */
const lengths = { phone: 10 };
const statuses = OrderStatus.options.map((value) => ({ value, label: value }));

/** What sorts a list changes nothing about what it comes to. */
const useSums = ({ sort: _sort, latest: _latest, ...filters }: QueryText) => {
  const asked = JSON.stringify(filters);
  return useAtom(useMemo(() => orderSumsAtomOf(JSON.parse(asked) as QueryText), [asked]));
};

/** Every order, with what those that the filters find come to (specification section 2). */
export function Component() {
  const paged = usePagedList({ list: orderList, source: ordersSource, labels, lengths, views, exported: "orders" });
  const products = useAtomValue(orderedProductsAtom);
  const bought = useMemo(
    () => (products.data ?? []).map(({ _id, brand }) => ({ value: _id, label: brand })),
    [products.data],
  );
  const [sums, sendSums] = useSums(paged.query);
  const refresh = () => {
    paged.refresh();
    sendSums({ do: "retry" });
  };
  return (
    <PagedListPage
      paged={{ ...paged, refresh }}
      title="Orders"
      things={["order", "orders"]}
      columns={orderColumns}
      filters={
        <>
          <FilterText {...paged.text("vendingMachine")} maxLength={64} placeholder="All machines" />
          <FilterText {...paged.text("paymentId")} maxLength={64} placeholder="pay_…" />
          <FilterText {...paged.text("orderId")} maxLength={64} />
          <FilterText {...paged.text("phone")} type="tel" maxLength={10} placeholder="10 digits" />
          <SelectField
            {...paged.choice("product")}
            options={bought}
            loading={products.state === "loading"}
            placeholder="All products"
          />
          <SelectField {...paged.choice("status", statuses)} placeholder="All" />
          <DateRange {...paged.days} />
          <FilterSwitch label="View By" {...paged.viewBy} />
        </>
      }
      sums={<SumsOfOrders of={sums} />}
      empty={<Empty title="No order yet">Orders come from the customers' app.</Empty>}
    />
  );
}
