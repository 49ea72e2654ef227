import type { ListColumn } from "../sheets/list-column.ts";
import type { CanTransaction } from "./transaction.schema.ts";

/** Named and ordered as on the screen (specification: Transactions). */
export const transactionListColumns = [
  { id: "transactionId", head: "Transaction Id", width: 126, value: ({ transactionId }) => transactionId },
  { id: "user", head: "User", width: 122, value: ({ user }) => user.name },
  { id: "phone", head: "Phone", width: 104, value: ({ user }) => user.phone },
  { id: "machine", head: "Vending Machine", width: 166, value: ({ vendingMachine }) => vendingMachine.name },
  { id: "product", head: "Product", width: 130, value: ({ product }) => product.brand },
  { id: "containerId", head: "Container Id", width: 84, value: ({ containerId }) => containerId },
  { id: "status", head: "Status", width: 76, value: ({ status }) => status },
  { id: "returnCan", head: "Return Can", width: 82, value: ({ returnCan }) => returnCan },
  { id: "containerOpen", head: "Container Open", width: 104, value: ({ containerOpen }) => containerOpen },
  { id: "time", head: "Time", kind: "time", width: 150, value: ({ time }) => time },
] as const satisfies readonly ListColumn<CanTransaction>[];
