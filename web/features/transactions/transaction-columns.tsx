import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { machineColumn, phoneColumn } from "../../records/customer-and-machine-columns.tsx";
import { DayTime } from "../../ui/DayTime.tsx";
import type { Column } from "../../ui/table/column.ts";
import { dayTime } from "../../ui/times.ts";
import { reviewWords } from "./transaction-words.ts";

/** "Status is red unless it is 'opened'" (specification section 2). */
function Status({ status }: Pick<CanTransaction, "status">) {
  return <span className={status === "opened" ? undefined : "can-unopened"}>{status}</span>;
}

/** As specification section 2 names them, in its order. */
export const transactionColumns: Column<CanTransaction>[] = [
  {
    id: "transactionId",
    head: "Transaction Id",
    width: 158,
    onPhone: "title",
    value: ({ transactionId }) => transactionId,
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
  {
    id: "user",
    head: "User",
    width: 106,
    value: ({ user }) => user.name,
    link: ({ user }) => pathTo("user", { id: user._id }),
  },
  phoneColumn(108),
  machineColumn(124),
  {
    id: "product",
    head: "Product",
    width: 92,
    onPhone: "line",
    value: ({ product }) => product.brand,
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
  { id: "containerId", head: "Container Id", width: 94, value: ({ containerId }) => containerId },
  {
    id: "status",
    head: "Status",
    width: 74,
    onPhone: "side",
    value: ({ status }) => status,
    cell: Status,
  },
  { id: "returnCan", head: "Return Can", width: 90, value: ({ returnCan }) => returnCan },
  { id: "containerOpen", head: "Container Open", width: 116, value: ({ containerOpen }) => containerOpen },
  {
    id: "time",
    head: "Time",
    kind: "time",
    width: 154,
    value: ({ time }) => time,
    cell: ({ time }) => <DayTime at={time} />,
  },
];
