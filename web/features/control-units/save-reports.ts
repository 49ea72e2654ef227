import type { LockRow, PingRow } from "#shared/control-units/control-unit.schema.ts";
import type { SheetColumn } from "#shared/sheets/sheet-value.ts";
import { saveSheet } from "../../ui/save-sheet.ts";

/** Heartbeats come seconds apart: minutes alone would not tell them apart. */
const moment = (head: string): SheetColumn => ({ head, width: 22, format: "dd mmm yyyy hh:mm:ss" });
const ids: SheetColumn[] = [
  { head: "Vending Machine Id", width: 20 },
  { head: "Serial Number", width: 20 },
];
const kinds = { live: "Live update", ping: "Ping answer" };

/** PingData.xlsx: every live update and ping answer, with the gateway's time and the unit's own. */
export const savePings = (rows: readonly PingRow[]): Promise<void> =>
  saveSheet({
    file: "PingData.xlsx",
    name: "Ping Data",
    columns: [
      ...ids,
      { head: "Type", width: 14 },
      { head: "Strength (dBm)", width: 15 },
      { head: "Version", width: 14 },
      { head: "Uptime (s)", width: 12 },
      { head: "Round Trip (ms)", width: 16 },
      moment("Datetime"),
      moment("Unit Time"),
    ],
    rows: rows.map((row) => [
      row.vendingMachineId,
      row.serialNumber,
      kinds[row.kind],
      row.strength,
      row.version,
      row.uptime,
      row.roundTripMs,
      new Date(row.datetime),
      new Date(row.unitTime),
    ]),
  });

/** LockData.xlsx: every lock that changed. */
export const saveLocks = (rows: readonly LockRow[]): Promise<void> =>
  saveSheet({
    file: "LockData.xlsx",
    name: "Lock Data",
    columns: [
      ...ids,
      { head: "Container Id", width: 14 },
      { head: "Channel", width: 10 },
      { head: "Lock", width: 12 },
      { head: "Changes Before", width: 16 },
      moment("Datetime"),
      moment("Unit Time"),
    ],
    rows: rows.map((row) => [
      row.vendingMachineId,
      row.serialNumber,
      row.containerId,
      row.channel,
      row.isLocked ? "Locked" : "UnLocked",
      row.unlisted,
      new Date(row.datetime),
      new Date(row.unitTime),
    ]),
  });
