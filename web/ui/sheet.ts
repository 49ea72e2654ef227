/** What a cell holds. A text stays a text: what looks like a formula is never one. */
export type SheetValue = string | number | Date | null;

export interface SheetColumn {
  head: string;
  /** In characters. */
  width?: number;
  /** How its moments are shown, in a spreadsheet's own words; to the minute if left out. */
  format?: string;
}

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
