import { DomainError } from "#shared/http/domain-error.ts";
import type { Collections } from "#shared/runtime/collections.ts";
import { salesList } from "#shared/sales/sales-list.ts";
import { begins } from "../../paged/narrowings.ts";
import { type Condition, type Narrowing, pagedAnswer } from "../../paged/paged-answer.ts";

/** A day has one row: rows that a filter leaves are read in the requested order, by that order's index. */
const few = (condition: Condition): Condition => ({ ...condition, manyValues: true });

/** As months and days are written, however they were typed. */
const written = (text: string) =>
  text.toLowerCase().replace(/\p{L}+/gu, (word) => word[0]?.toUpperCase() + word.slice(1));

const beginsAsWritten =
  (field: string, index: string): Narrowing =>
  async (typed, look) => {
    const condition = await begins(field, index)(written(typed), look);
    return condition && few(condition);
  };

/** "22 Nov", or "2026-11". */
const dayNamed: Narrowing = (typed, look) =>
  /^\d{4}/.test(typed)
    ? beginsAsWritten("day", "day")(typed, look)
    : beginsAsWritten("dayText", "dayText")(typed, look);

/** The paise of an amount as it is typed or copied, and those above it that are called the same. */
const amountOf = (typed: string): { least: number; below: number } => {
  const [, rupees = "", dot, decimals = ""] = /^(\d{1,10})(\.(\d{0,2}))?$/.exec(typed.replace(/[₹,\s]/g, "")) ?? [];
  if (rupees === "") throw new DomainError("invalid", `${typed} is no amount in rupees`);
  const places = dot === undefined ? 0 : decimals.length;
  const least = Number(rupees) * 100 + Number(decimals.padEnd(2, "0"));
  return { least, below: least + 10 ** (2 - places) };
};
const amount =
  (field: string, index: string): Narrowing =>
  (typed) => {
    const { least, below } = amountOf(typed);
    return few({ filter: { [field]: { $gte: least, $lt: below } }, index });
  };
/** CGST and SGST are half of the total each, of an odd paisa SGST has the larger half. */
const gstAmount: Narrowing = (typed) => {
  const { least, below } = amountOf(typed);
  const halves = { $gte: 2 * least - 1, $lt: 2 * below };
  return few({
    filter: { $or: [{ "gst.total": { $gte: least, $lt: below } }, { "gst.total": halves }] },
    index: "gst",
  });
};

/** Days of sales as they were. */
export const salesPages = pagedAnswer({
  list: salesList,
  collection: ({ sales }: Collections) => sales,
  always: {},
  days: "from",
  sorts: {
    date: { field: "from", index: "from" },
    sales: { field: "sales", index: "sales" },
    refundableDeposit: { field: "refundableDeposit", index: "refundableDeposit" },
    securityDeposit: { field: "securityDeposit", index: "securityDeposit" },
    gst: { field: "gst.total", index: "gst" },
  },
  filters: {
    month: beginsAsWritten("month", "month"),
    date: dayNamed,
    sales: amount("sales", "sales"),
    refundableDeposit: amount("refundableDeposit", "refundableDeposit"),
    securityDeposit: amount("securityDeposit", "securityDeposit"),
    gst: gstAmount,
  },
  fields: {
    day: 1,
    sales: 1,
    refundableDeposit: 1,
    securityDeposit: 1,
    gst: 1,
    orders: 1,
    isOpen: 1,
    version: 1,
    downloaded: 1,
  },
});
