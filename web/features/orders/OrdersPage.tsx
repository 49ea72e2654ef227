import "./orders.css";
import { useMemo, useRef } from "react";
import { orderList } from "#shared/orders/order-list.ts";
import { OrderStatus } from "#shared/orders/order-status.ts";
import type { QueryText } from "../../live/paged.ts";
import { choiceFilter, wordFilter } from "../../recipes/choice-filter.tsx";
import { machineFilter, phoneFilter, textFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { orderedProductsAtom } from "../../records/products.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { Empty } from "../../ui/States.tsx";
import { SumsOfOrders } from "./OrderSums.tsx";
import { orderColumns } from "./order-columns.tsx";
import { orderSumsAtomOf, ordersSource } from "./orders-source.ts";

const useBought = () => {
  const { data, state } = useAtomValue(orderedProductsAtom);
  const options = useMemo(() => (data ?? []).map(({ _id, brand }) => ({ value: _id, label: brand })), [data]);
  return { options, loading: state === "loading" };
};
const filters = {
  vendingMachine: machineFilter("Vending Machine"),
  paymentId: textFilter("Payment Id", { placeholder: "pay_…", looksLike: /^pay/i }),
  orderId: textFilter("Order Id", { looksLike: /./ }),
  phone: phoneFilter,
  product: choiceFilter("Product", useBought, { placeholder: "All products", mayBeOther: true }),
  status: wordFilter("Status", OrderStatus.options),
};

/**
 * What the orders in sight come to. The rows come first: who types waits for them, and a sum reads many orders. What sorts
 * a list changes nothing about what it comes to.
 */
const useSums = ({ sort: _sort, latest: _latest, ...filters }: QueryText, areRowsHere: boolean) => {
  const requested = JSON.stringify(filters);
  const summed = useRef(requested);
  if (areRowsHere) summed.current = requested;
  const { current } = summed;
  return useAtom(useMemo(() => orderSumsAtomOf(JSON.parse(current) as QueryText), [current]));
};

/** Every order, with what those that the filters find come to (specification: Orders). */
export function Component() {
  const paged = usePagedList({ list: orderList, source: ordersSource, filters });
  const [sums, sendSums] = useSums(paged.query, paged.load.state !== "loading");
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
      sums={<SumsOfOrders of={sums} />}
      empty={<Empty title="No order yet">Orders come from the customers' app.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(orderList, ordersSource), orderSumsAtomOf({})];
