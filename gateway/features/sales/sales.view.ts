import { rupeesOf } from "#shared/http/money.ts";
import type { SalesDocument } from "#shared/sales/sales.document.server.ts";
import type { SalesRow } from "#shared/sales/sales.schema.ts";

/** What a list reads of a day: not what its brands and machines come to. */
export type ShownSales = Omit<SalesDocument, "brands" | "machines">;

export const salesView = (row: ShownSales): SalesRow => ({
  _id: row._id.toHexString(),
  date: row.day,
  sales: rupeesOf(row.sales),
  refundableDeposit: rupeesOf(row.refundableDeposit),
  securityDeposit: rupeesOf(row.securityDeposit),
  gst: { cgst: rupeesOf(row.gst.cgst), sgst: rupeesOf(row.gst.sgst) },
  orders: row.orders,
  isOpen: row.isOpen,
  changedSinceDownload: row.downloaded !== null && row.downloaded.version < row.version,
  downloadedAt: row.downloaded?.at.toISOString() ?? null,
});
