import type { Report } from "#shared/reports/report.schema.ts";
import { reportedLists } from "#shared/reports/reported-lists.ts";
import { dayOnly } from "../ui/times.ts";

/** "Order", or the list's name where it was exported as it was shown. */
export const titleOf = ({ reportType, list }: Pick<Report, "reportType" | "list">): string =>
  reportType ?? reportedLists[list].title;

const words: Record<string, string> = {
  vendingMachine: "Vending Machine",
  phone: "Phone",
  status: "Status",
  orderId: "Order Id",
  paymentId: "Payment Id",
  transactionId: "Transaction Id",
  product: "Product",
  userId: "User",
  user: "User",
  machine: "Vending Machine",
};
/** Orders of rows, which find nothing. */
const orders = ["sort", "latest", "days"];

const shownDay = (day = ""): string => dayOnly(Date.parse(`${day.slice(0, 10)}T12:00:00`));

/** What it was narrowed to: "all machines, 1 Jan 2026 to 31 Jan 2026". */
export const filtersOf = ({ filters }: Pick<Report, "filters">): string => {
  const { startDate, endDate, ...others } = filters;
  const named = Object.entries(others)
    .filter(([key]) => !orders.includes(key))
    .map(([key, value]) =>
      key === "vendingMachine" && value === "all" ? "all machines" : `${words[key] ?? key} ${value}`,
    );
  const days = startDate && endDate ? [`${shownDay(startDate)} to ${shownDay(endDate)}`] : [];
  return [...named, ...days].join(", ") || "everything";
};

const stateWords = {
  waiting: "Waiting",
  running: "Being made",
  done: "Done",
  failed: "Failed",
  canceled: "Canceled",
} as const;
export const stateOf = ({ state }: Report): string => stateWords[state];

/** How long it was made; null before it has begun and while it is being made. */
export const tookMs = ({ startedAt, endedAt, state }: Report): number | null =>
  state === "done" && startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null;
