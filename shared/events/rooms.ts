import type { RecordDefinition } from "./records.ts";

/**
 * Rooms of lists. `inventory` shows stock, which is computed and no record, as are the pending counts (`attention`);
 * rows of the can `ledger` and of the `transaction-ledger` are none either, because nobody edits them.
 */
export const withoutRecords = ["inventory", "attention", "ledger", "transaction-ledger"] as const;
type ListRoom = RecordDefinition["lists"][number] | (typeof withoutRecords)[number];

/** The kinds of rooms that are about one thing: a record's own, and what is followed by another name than its id. */
type Kind =
  | NonNullable<Extract<RecordDefinition, { room?: string }>["room"]>
  | "unit"
  | "containers"
  | "session"
  | "reports";
export type Room = ListRoom | `${Kind}/${string}`;

export const machineRoom = (id: string): Room => `machine/${id}`;
/** The room of one machine's containers. */
export const containersRoom = (machine: string): Room => `containers/${machine}`;
/** The room of one control-unit session's rows. */
export const sessionRoom = (id: string): Room => `session/${id}`;
/** The reports of one operator, who alone may be there. */
export const reportsRoom = (operator: string): Room => `reports/${operator}`;
export const unitRoom = (serialNumber: string): Room => `unit/${serialNumber}`;
