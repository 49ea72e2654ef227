import type { Order, OrderLine } from "#shared/orders/order.schema.ts";
import { Card } from "../../ui/Card.tsx";
import { rupeesText } from "../../ui/Money.tsx";
import { Empty } from "../../ui/States.tsx";
import type { Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";

const columns: Column<OrderLine>[] = [
  {
    id: "brand",
    head: "Brand",
    width: 200,
    onPhone: "title",
    value: ({ brand }) => brand,
    cell: ({ brand, productType }) => (
      <>
        {brand}
        {productType === "deposit" && <span className="muted"> deposit</span>}
      </>
    ),
  },
  {
    id: "quantity",
    head: "Quantity",
    kind: "number",
    width: 84,
    onPhone: "line",
    value: ({ quantity }) => quantity,
    cell: ({ quantity, unitPrice }) => (
      <>
        {quantity}
        <span className="on-phone"> × {rupeesText(unitPrice)}</span>
      </>
    ),
  },
  { id: "unitPrice", head: "Unit Price", kind: "number", width: 108, value: ({ unitPrice }) => unitPrice, as: "money" },
  {
    id: "totalPrice",
    head: "Total Price",
    kind: "number",
    width: 108,
    onPhone: "side",
    value: ({ totalPrice }) => totalPrice,
    as: "money",
  },
];
/** One line per product and block. */
const idOf = ({ product }: OrderLine) => product;

function Lines({ title, lines }: { title: string; lines: readonly OrderLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Card title={title} flush>
      <Table
        inCard
        label={title}
        columns={columns}
        of={{ state: "ready", data: lines }}
        rowId={idOf}
        things={["line", "lines"]}
        empty={<Empty title="Nothing" />}
      />
    </Card>
  );
}

/** What was bought, by the bundle and by the unit. */
export function OrderLines({ products: { bundle, unit } }: Pick<Order, "products">) {
  return (
    <>
      <Lines title="Bundle" lines={bundle} />
      <Lines title="Unit" lines={unit} />
    </>
  );
}
