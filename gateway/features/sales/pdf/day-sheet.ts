import { halvesOfEach } from "#shared/sales/day-sales.rules.ts";
import { dayTextOf } from "#shared/sales/day-words.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";
import { dateWords } from "#shared/sheets/date-words.ts";

/** What the PDF of a day says; money in paise, plain enough to be handed to a thread. */
export interface DaySheet {
  day: string;
  isOpen: boolean;
  orders: number;
  rows: { brand: string; rate: string; cans: number; taxable: number; cgst: number; sgst: number }[];
  total: { cans: number; taxable: number; cgst: number; sgst: number };
  refundableDeposit: number;
  securityDeposit: number;
  penalties: number;
  received: number;
  /** When it was made, in the network's own time. */
  made: string;
}

const percent = (basisPoints: number) => `${basisPoints / 100} %`;

/** Its rows add up to its totals, to the paisa, and so do all figures to what was received. */
export const daySheetOf = (row: SalesDocument, made: number, timeZone: string): DaySheet => {
  const halves = halvesOfEach(row.brands.map(({ gst }) => gst));
  return {
    day: dayTextOf(row.day),
    isOpen: row.isOpen,
    orders: row.orders,
    rows: row.brands.map(({ brand, gstBasisPoints, cans, sales }, n) => ({
      brand,
      rate: percent(gstBasisPoints),
      cans,
      taxable: sales,
      cgst: halves[n]?.cgst ?? 0,
      sgst: halves[n]?.sgst ?? 0,
    })),
    total: { cans: row.cans, taxable: row.sales, cgst: row.gst.cgst, sgst: row.gst.sgst },
    refundableDeposit: row.refundableDeposit,
    securityDeposit: row.securityDeposit,
    penalties: row.penalties,
    received: row.netAmount,
    made: dateWords({ dateStyle: "medium", timeStyle: "short", timeZone })(made),
  };
};
