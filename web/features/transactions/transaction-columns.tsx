import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { transactionListColumns } from "#shared/transactions/transaction-list.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen, phoneOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { IdTail } from "../../ui/Id.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";
import { dayMoment } from "../../ui/times.ts";
import { reviewWords } from "./transaction-words.ts";

/** "Status is red unless it is 'opened'" (specification: Transactions). */
function Status({ status }: Pick<CanTransaction, "status">) {
  return <span className={status === "opened" ? undefined : "can-unopened"}>{status}</span>;
}

function Flag({ review }: Pick<CanTransaction, "review">) {
  if (!review) return null;
  return <span className="pi pi-flag-fill can-flag" title={reviewWords[review]} role="img" aria-label="flagged" />;
}

/** On a phone: which can and where; who and when. */
export const transactionColumns: Column<CanTransaction>[] = shownColumns(transactionListColumns, {
  transactionId: {
    narrow: 108,
    onPhone: "title",
    cell: ({ transactionId, review }) => (
      <>
        <IdTail value={transactionId} />
        <Flag review={review} />
      </>
    ),
    phone: ({ product, vendingMachine, review }) => (
      <>
        {product.brand} · {vendingMachine.name}
        <Flag review={review} />
      </>
    ),
    link: ({ _id }) => pathTo("transaction", { id: _id }),
  },
  user: {
    narrow: 102,
    onPhone: "line",
    link: ({ user }) => pathTo("user", { id: user._id }),
    phone: ({ user, time }) => `${user.name || user.phone} · ${dayMoment(Date.parse(time))}`,
  },
  phone: phoneOnScreen,
  machine: machineOnScreen,
  product: { narrow: 104 },
  containerId: { narrow: 82 },
  status: { onPhone: "side", cell: Status, phone: (row) => (row.status === "opened" ? null : Status(row)) },
  returnCan: { wide: true },
  containerOpen: { wide: true },
  time: { as: "moment", narrow: 130 },
});
