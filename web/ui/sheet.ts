import type { SheetColumn, SheetValue } from "#shared/sheets/sheet-value.ts";

export interface Sheet {
  /** With its ending: "cans_in_stock.xlsx". */
  file: string;
  /** The sheet's name inside the file. */
  name: string;
  columns: readonly SheetColumn[];
  /** A row above the heads that names groups of columns, each with how many columns it spans. */
  groups?: readonly (readonly [name: string, columns: number])[];
  rows: readonly (readonly SheetValue[])[];
  /** A last row. */
  total?: readonly SheetValue[];
}

/** A sheet on its way to the worker that packs it. */
export interface SheetToPack extends Omit<Sheet, "file"> {
  /** Spreadsheets have no time zones: moments are written as clocks of this one show them. */
  timeZone: string;
}
