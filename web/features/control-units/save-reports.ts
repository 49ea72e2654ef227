import type { LockRow, PingRow } from "#shared/control-units/control-unit.schema.ts";
import { telemetryWords } from "#shared/machines/telemetry.schema.ts";
import type { SheetColumn, SheetValue } from "#shared/sheets/sheet-value.ts";
import { saveSheet } from "../../ui/save-sheet.ts";

interface ReportColumn<Row> extends SheetColumn {
  of: (row: Row) => SheetValue;
}

/** Heartbeats come seconds apart: minutes alone would not distinguish them. */
const moment = <Row>(head: string, of: (row: Row) => string): ReportColumn<Row> => ({
  head,
  width: 22,
  format: "dd mmm yyyy hh:mm:ss",
  of: (row) => new Date(of(row)),
});
const ids: ReportColumn<PingRow | LockRow>[] = [
  { head: "Vending Machine Id", width: 20, of: (row) => row.vendingMachineId },
  { head: "Serial Number", width: 20, of: (row) => row.serialNumber },
];
const times: ReportColumn<PingRow | LockRow>[] = [
  moment("Datetime", (row) => row.datetime),
  moment("Unit Time", (row) => row.unitTime),
];

const kinds = { live: "Live update", ping: "Ping answer" };
const pingColumns: ReportColumn<PingRow>[] = [
  ...ids,
  { head: "Type", width: 14, of: (row) => kinds[row.kind] },
  { head: "Strength (dBm)", width: 15, of: (row) => row.strength },
  { head: "Version", width: 14, of: (row) => row.version },
  { head: "Uptime (s)", width: 12, of: (row) => row.uptime },
  { head: "Round Trip (ms)", width: 16, of: (row) => row.roundTripMs },
  ...times,
  // The firmware is the version.
  ...telemetryWords
    .filter(({ name }) => name !== "firmware")
    .map(({ name, head, unit }) => ({
      head: unit ? `${head} (${unit})` : head,
      width: 16,
      of: ({ telemetry }: PingRow) => telemetry?.[name] ?? null,
    })),
];
const lockColumns: ReportColumn<LockRow>[] = [
  ...ids,
  { head: "Container Id", width: 14, of: (row) => row.containerId },
  { head: "Channel", width: 10, of: (row) => row.channel },
  { head: "Lock", width: 12, of: (row) => (row.isLocked ? "Locked" : "UnLocked") },
  { head: "Changes Before", width: 16, of: (row) => row.unlisted },
  ...times,
];

const saveReport = <Row>(name: string, columns: readonly ReportColumn<Row>[], rows: readonly Row[]) =>
  saveSheet({
    file: `${name.replace(" ", "")}.xlsx`,
    name,
    columns: columns.map(({ of: _of, ...column }) => column),
    rows: rows.map((row) => columns.map(({ of }) => of(row))),
  });

/** PingData.xlsx: every live update and ping answer, with the gateway's time and the unit's own. */
export const savePings = (rows: readonly PingRow[]): Promise<void> => saveReport("Ping Data", pingColumns, rows);

/** LockData.xlsx: every lock that changed. */
export const saveLocks = (rows: readonly LockRow[]): Promise<void> => saveReport("Lock Data", lockColumns, rows);
