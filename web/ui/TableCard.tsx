import type { ReactNode } from "react";
import { Card } from "./Card.tsx";
import { idOf } from "./table/column.ts";
import { Table, type TableProps } from "./table/Table.tsx";

interface TableCardProps<Row> extends Omit<TableProps<Row>, "label" | "inCard" | "rowId"> {
  title: string;
  /** Names the table for readers, where the card's title says too little or changes. */
  label?: string;
  /** Small actions at the right of the title. */
  action?: ReactNode;
  /** Above the table. */
  children?: ReactNode;
}

/** Some records in a card of their own. */
export function TableCard<Row extends { _id: string }>(props: TableCardProps<Row>) {
  const { title, label = title, action, children, ...table } = props;
  return (
    <Card title={title} action={action} flush>
      {children}
      <Table inCard label={label} rowId={idOf} {...table} />
    </Card>
  );
}
