import type { TransactionLedgerEntry } from "#shared/transaction-ledger/transaction-ledger.schema.ts";
import { transactionLedgerListColumns } from "#shared/transaction-ledger/transaction-ledger-list.ts";
import { pathTo } from "../../app/paths.ts";
import { machineOnScreen } from "../../records/customer-and-machine-columns.tsx";
import { Id } from "../../ui/Id.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";
import { dayMoment } from "../../ui/times.ts";

const sessionPage = ({ sessionId }: TransactionLedgerEntry): string | null =>
  sessionId && `${pathTo("testMachine")}?session=${encodeURIComponent(sessionId)}`;
const transactionPage = ({ canTransaction }: TransactionLedgerEntry): string | null =>
  canTransaction && pathTo("transaction", { id: canTransaction });

/** What the row is about; a door that failed is said, as the normal one is not. */
const about = ({ transactionType, containers, isContainerWorking }: TransactionLedgerEntry): string =>
  [
    transactionType,
    ...(containers.length > 0 ? [`container ${containers.join(", ")}`] : []),
    ...(isContainerWorking ? [] : ["not working"]),
  ].join(" · ");

/**
 * A row leads to what its command was given for, and by its type to the command. On a phone: who and where; what and
 * when.
 */
export const transactionLedgerColumns: Column<TransactionLedgerEntry>[] = shownColumns(transactionLedgerListColumns, {
  id: { wide: true, cell: ({ id }) => <Id value={id} label="id" fits /> },
  transactionId: {
    narrow: 128,
    onPhone: "title",
    as: "id",
    phone: ({ user, vendingMachine }) =>
      [user && (user.name || user.phone || user._id), vendingMachine.name].filter(Boolean).join(" · "),
    link: (row) => transactionPage(row) ?? sessionPage(row),
  },
  user: { narrow: 108, link: ({ user }) => user && pathTo("user", { id: user._id }) },
  machine: machineOnScreen,
  containerId: { narrow: 76 },
  isContainerWorking: { wide: true },
  requestStatus: {
    narrow: 112,
    onPhone: "side",
    as: "state",
    phone: ({ requestStatus }) => (requestStatus === "completed" ? null : <StateChip state={requestStatus} />),
  },
  transactionType: {
    narrow: 64,
    onPhone: "line",
    phone: (row) => `${about(row)} · ${dayMoment(Date.parse(row.time))}`,
    link: sessionPage,
  },
  time: { as: "moment", narrow: 126 },
});
