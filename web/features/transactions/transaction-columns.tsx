import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { transactionListColumns } from "#shared/transactions/transaction-columns.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen, phoneOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";
import { reviewWords } from "./transaction-words.ts";

/** "Status is red unless it is 'opened'" (specification: Transactions). */
function Status({ status }: Pick<CanTransaction, "status">) {
  return <span className={status === "opened" ? undefined : "can-unopened"}>{status}</span>;
}

export const transactionColumns: Column<CanTransaction>[] = shownColumns(transactionListColumns, {
  transactionId: {
    onPhone: "title",
    cell: ({ transactionId, review }) => (
      <>
        <span className="mono">{transactionId}</span>
        {review && (
          <span className="pi pi-flag-fill can-flag" title={reviewWords[review]} role="img" aria-label="flagged" />
        )}
      </>
    ),
    link: ({ _id }) => pathTo("transaction", { id: _id }),
  },
  user: { link: ({ user }) => pathTo("user", { id: user._id }) },
  phone: phoneOnScreen,
  machine: machineOnScreen,
  product: {
    onPhone: "line",
    cell: ({ product, vendingMachine, time }) => (
      <>
        {product.brand}
        <span className="on-phone">
          {" "}
          · {vendingMachine.name} · {dayTime(Date.parse(time))}
        </span>
      </>
    ),
  },
  status: { onPhone: "side", cell: Status },
  time: { as: "moment" },
});
