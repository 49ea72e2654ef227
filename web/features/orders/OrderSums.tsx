import type { OrderSums } from "#shared/orders/order-sums.ts";
import type { Load } from "../../state/load.ts";
import { rupeesText } from "../../ui/Money.tsx";

const count = (figure: number) => figure.toLocaleString("en-IN");

function Figure({ name, of, paid }: { name: string; of: string; paid: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {of}
        <span className="muted"> ({paid} paid)</span>
      </dd>
    </div>
  );
}

/** What all orders that the filters find come to, and those of them that were paid. */
export function SumsOfOrders({ of: { data: sums } }: { of: Load<OrderSums | null> }) {
  if (sums === undefined) return <p className="order-sums muted">&nbsp;</p>;
  if (sums === null) return <p className="order-sums muted">Too many orders to sum up: narrow the filter</p>;
  const { all, paid } = sums;
  return (
    // On a phone it scrolls, and a keyboard must reach what is out of sight.
    <dl className="order-sums figures" aria-label="Totals" tabIndex={0}>
      <Figure name="Orders" of={count(all.count)} paid={count(paid.count)} />
      <Figure name="Net Amount" of={rupeesText(all.netAmount)} paid={rupeesText(paid.netAmount)} />
      <Figure name="GST" of={rupeesText(all.gst)} paid={rupeesText(paid.gst)} />
      <Figure name="Cans" of={count(all.cans)} paid={count(paid.cans)} />
    </dl>
  );
}
