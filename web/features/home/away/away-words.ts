import { verbWords } from "#shared/audit/audit.rules.ts";
import type { Away, AwayLine } from "#shared/network-events/while-away.schema.ts";
import { paths, pathTo } from "../../../app/paths.ts";
import { countText, groupedText } from "../../../ui/count-text.ts";
import { serverDay } from "../../../ui/day/server-day.ts";
import { dayTime, lengthOf, momentText } from "../../../ui/times.ts";

/** How one line of what happened reads. */
interface AwayRow {
  tone: "danger" | "warn" | "ok" | "quiet";
  icon: string;
  /** What leads to it. */
  title: string;
  line: string;
  to: string;
}

type Span = Pick<Away, "from" | "until">;
const since = (at: string): string => momentText(Date.parse(at));
const timesText = (times: number): string => (times > 1 ? `${groupedText(times)} times, ` : "");
/** In whole minutes: seconds say nothing of a night. */
const minutesText = (ms: number): string => lengthOf(Math.max(60_000, Math.floor(ms / 60_000) * 60_000));

/** The days of the absence in the audit, of one operator or of all. */
const auditOf = ({ from, until }: Span, filters: Record<string, string> = {}): string => {
  const days = { startDate: serverDay(Date.parse(from)), endDate: serverDay(Date.parse(until)) };
  return `${paths.audit}?${new URLSearchParams({ ...filters, ...days })}`;
};

const outageRow = (line: AwayLine & { kind: "outage" }): AwayRow => {
  const { machine, words, times, lastedMs, isOver, at } = line;
  const [was, lasted] = [machine ? "was offline " : "", minutesText(lastedMs)];
  return {
    tone: isOver ? "ok" : "danger",
    icon: isOver ? "pi-check-circle" : "pi-times-circle",
    title: machine?.name ?? words,
    line: isOver
      ? `${was}${timesText(times)}${times > 1 ? `${lasted} in all` : `${machine ? "for " : ""}${lasted}`}, back since ${since(at)}`
      : `${machine ? "is offline " : ""}since ${since(at)}, ${timesText(times)}${lasted} ${times > 1 ? "in all" : "so far"}`,
    to: machine ? `${pathTo("machine", { id: machine._id })}?tab=history` : paths.liveStatus,
  };
};

const refundsRow = (line: AwayLine & { kind: "refunds" }, span: Span): AwayRow => ({
  tone: "quiet",
  icon: "pi-undo",
  title: `${countText(line.count, "can")} refunded`,
  line: `by ${line.by.name}, ${line.count > 1 ? "the last " : ""}at ${since(line.at)}`,
  to: line.transaction
    ? pathTo("transaction", { id: line.transaction })
    : auditOf(span, { actor: line.by._id, kind: "canTransactions" }),
});

export const rowOf = (line: AwayLine, span: Span): AwayRow => {
  switch (line.kind) {
    case "outage":
      return outageRow(line);
    case "alarm": {
      const { words, isOver, times, at, alarm } = line;
      return {
        tone: isOver ? "ok" : "danger",
        icon: isOver ? "pi-check-circle" : "pi-exclamation-circle",
        title: words,
        line: `${timesText(times)}${isOver ? "cleared at" : "since"} ${since(at)}`,
        to: isOver ? `${paths.alarms}?view=cleared` : `${paths.alarms}?case=${alarm}`,
      };
    }
    case "failed vends":
      return {
        tone: "warn",
        icon: "pi-exclamation-triangle",
        title: `${countText(line.count, "can")} did not come out`,
        line: `at ${line.machine.name}, ${line.count > 1 ? "the last " : ""}at ${since(line.at)}`,
        to: `${paths.transactions}?view=needs-action&case=${line.transaction}`,
      };
    case "refunds":
      return refundsRow(line, span);
    case "actions": {
      const named = line.verbs.map(
        ({ verb, count }) => `${verbWords(verb)}${count > 1 ? ` (${groupedText(count)})` : ""}`,
      );
      return {
        tone: "quiet",
        icon: "pi-user",
        title: line.by.name,
        line: [...named, ...(line.others > 0 ? [`and ${groupedText(line.others)} more`] : [])].join(", "),
        to: auditOf(span, { actor: line.by._id }),
      };
    }
  }
};

/** Where the rest is found: what does not fit is of the last line's kind or matters less. */
export const restOf = ({ lines, ...span }: Pick<Away, "lines" | "from" | "until">): string => {
  const last = lines.at(-1);
  if (last?.kind === "outage" || last?.kind === "alarm")
    return last.isOver ? `${paths.alarms}?view=cleared` : paths.alarms;
  return last?.kind === "failed vends" ? `${paths.transactions}?view=needs-action` : auditOf(span);
};

/** "since 25 Nov 2026, 18:20". */
export const spanText = ({ from, until, isCut }: Pick<Away, "from" | "until" | "isCut">): string =>
  isCut
    ? "in the last 7 days before you signed in"
    : `since ${dayTime(Date.parse(from))}, ${minutesText(Date.parse(until) - Date.parse(from))}`;
