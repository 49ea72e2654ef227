import { dateRange, pagedList } from "../http/paged-list.ts";

/**
 * Fifty days a page, the newest first. An amount is found by its rupees, with or without paise; GST by CGST, SGST or both
 * together.
 */
export const salesList = pagedList({
  filters: { ...dateRange },
  sorts: ["date", "sales", "refundableDeposit", "securityDeposit", "gst"],
  byDefault: "-date",
  columns: {
    month: "begins",
    date: "begins",
    sales: "equals",
    refundableDeposit: "equals",
    securityDeposit: "equals",
    gst: "equals",
  },
});
