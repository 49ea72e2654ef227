import type { ReactNode } from "react";
import type { NetworkEvent } from "#shared/network-events/network-event.schema.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import { filtersOf, titleOf } from "../../records/report-words.ts";
import { rupeesText } from "../../ui/Money.tsx";
import { lengthOf, momentText } from "../../ui/times.ts";
import { paths, pathTo } from "../paths.ts";

/** How an event is shown in the feed. */
interface FeedRow {
  key: string;
  at: string;
  tone: "danger" | "success" | "warn" | "info";
  icon: string;
  title: ReactNode;
  /** Where, since when, how long. */
  line: string;
  /** The one action that fits. */
  action: { words: string; to: string };
}

/** In whole minutes: seconds would move while one reads. */
const lasted = (from: string, to: number): string =>
  lengthOf(Math.max(60_000, Math.floor((to - Date.parse(from)) / 60_000) * 60_000));

const outageRow = ({ machine, from, to, at }: NetworkEvent & { kind: "outage" }, now: number): FeedRow => ({
  key: `outage ${machine._id} ${from}`,
  at,
  tone: to === null ? "danger" : "success",
  icon: to === null ? "pi-times-circle" : "pi-check-circle",
  title: (
    <>
      <b>{machine.name}</b> {to === null ? "is offline" : "is back"}
    </>
  ),
  line:
    to === null
      ? `since ${momentText(Date.parse(from))}, ${lasted(from, now)} so far`
      : `${momentText(Date.parse(to))}, was offline for ${lasted(from, Date.parse(to))}`,
  action: { words: "History", to: `${pathTo("machine", { id: machine._id })}?tab=history` },
});

export const rowOfEvent = (event: NetworkEvent, now: number): FeedRow => {
  const { at } = event;
  switch (event.kind) {
    case "outage":
      return outageRow(event, now);
    case "failed vend": {
      const { machine, transaction, transactionId, brand, isSettled } = event;
      return {
        key: `vend ${transaction}`,
        at,
        tone: isSettled ? "info" : "danger",
        icon: isSettled ? "pi-undo" : "pi-exclamation-circle",
        title: (
          <>
            {brand} did not come out at <b>{machine.name}</b>
          </>
        ),
        line: `${momentText(Date.parse(at))}, ${transactionId}${isSettled ? ", refunded" : ""}`,
        action: isSettled
          ? { words: "Transaction", to: pathTo("transaction", { id: transaction }) }
          : { words: "Open case", to: `${paths.transactions}?view=needs-action&case=${transaction}` },
      };
    }
    case "flag": {
      const { machine, order, orderId, flags } = event;
      return {
        key: `flag ${order}`,
        at,
        tone: "warn",
        icon: "pi-flag",
        title: (
          <>
            Order {orderId}: {flags.length > 0 ? flags.join(", ") : "never ended"}
          </>
        ),
        line: `${momentText(Date.parse(at))}, ${machine.name}`,
        action: { words: "Check", to: `${paths.paymentReview}?case=${order}` },
      };
    }
    case "payment": {
      const { paymentId, amount, currency } = event;
      const money = currency === "INR" ? rupeesText(amount) : `${currency} ${amount.toFixed(2)}`;
      return {
        key: `payment ${paymentId}`,
        at,
        tone: "warn",
        icon: "pi-question-circle",
        title: `Unmatched payment of ${money}`,
        line: `${momentText(Date.parse(at))}, ${paymentId}`,
        action: { words: "Check", to: `${paths.paymentReview}?case=${encodeURIComponent(paymentId)}` },
      };
    }
  }
};

export const rowOfReport = (report: Report): FeedRow => {
  const isDone = report.state === "done";
  const at = report.endedAt ?? report.askedAt;
  return {
    key: `report ${report._id}`,
    at,
    tone: isDone ? "success" : "danger",
    icon: isDone ? "pi-file" : "pi-times-circle",
    title: `${titleOf(report)} report ${isDone ? "ready" : "failed"}`,
    line: `${momentText(Date.parse(at))}, ${filtersOf(report)}`,
    action: { words: isDone ? "Download" : "Downloads", to: paths.downloads },
  };
};
