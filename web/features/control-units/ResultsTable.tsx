import { useMemo } from "react";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Id } from "../../ui/Id.tsx";
import { commandWords } from "../../ui/session-words.ts";
import { type Column, idOf } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { OutOfOrder } from "./OutOfOrder.tsx";

const truth = (value: boolean) => (value ? "True" : "False");

type Row = ResultRow & { isBroken?: true };

/** Named and ordered by specification: Test vending machine. */
const columns: Column<Row>[] = [
  {
    id: "transactionId",
    head: "Transaction Id",
    sortable: false,
    width: 126,
    value: ({ transactionId }) => transactionId,
    cell: ({ transactionId }) => <Id value={transactionId} label="transaction id" fits />,
  },
  {
    id: "containerId",
    head: "Container Id",
    width: 84,
    onPhone: "field",
    value: ({ containerId }) => containerId || "–",
    cell: ({ containerId, isBroken }) => (
      <span className="nowrap">
        {containerId || "–"}
        {isBroken && <OutOfOrder />}
      </span>
    ),
  },
  {
    id: "vendingMachineId",
    head: "Vending Machine Id",
    sortable: false,
    width: 100,
    value: (row) => row.vendingMachineId,
    as: "mono",
  },
  {
    id: "isOpened",
    head: "Opened",
    width: 70,
    onPhone: "field",
    value: ({ isOpened }) => truth(isOpened),
  },
  {
    id: "isClosed",
    head: "Closed",
    width: 68,
    onPhone: "field",
    value: ({ isClosed }) => truth(isClosed),
  },
  {
    id: "requestType",
    head: "Request Type",
    sortable: false,
    width: 142,
    onPhone: "field",
    value: ({ requestType }) => commandWords[requestType],
  },
  {
    id: "datetime",
    head: "Datetime",
    kind: "time",
    width: 138,
    onPhone: "field",
    value: ({ datetime }) => datetime,
    cell: ({ datetime }) => <DayTime at={datetime} isExact />,
  },
];
interface ResultsTableProps {
  rows: ResultRow[];
  /** The containers that are out of order. */
  broken: ReadonlySet<string>;
}

/** The rows of a session (specification: Test vending machine); containers that are out of order are marked. */
export function ResultsTable({ rows, broken }: ResultsTableProps) {
  const marked = useMemo(
    () => rows.map((row): Row => (row.container && broken.has(row.container) ? { ...row, isBroken: true } : row)),
    [rows, broken],
  );
  return (
    <div className="results-table">
      <Table
        label="Session results"
        columns={columns}
        of={{ state: "ready", data: marked }}
        rowId={idOf}
        things={["row", "rows"]}
        inCard
      />
    </div>
  );
}
