import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { verbWords } from "#shared/audit/audit.rules.ts";
import { disconnectText } from "#shared/events/disconnect-reasons.ts";
import { dropText } from "#shared/events/drop-reasons.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import { withoutFormula } from "#shared/sheets/sheet-value.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { rupeesText } from "../../ui/Money.tsx";
import { commandWords, sessionLooks } from "../../ui/session-words.ts";

interface Said {
  sign: string;
  /** What happened, as one line of text. */
  text: string;
  /** Who or what it is about. */
  more: string;
  /** The page that it leads to. */
  to?: string | undefined;
  /** Whose page `more` leads to. */
  person?: string | undefined;
}
type Of<K extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: K }>;

const changed = ({ entry, kind }: Of<"stock"> | Of<"change">): Said => ({
  sign: kind === "stock" ? "pi-box" : "pi-pencil",
  text: [verbWords(entry.verb), entry.record.label].filter(Boolean).join(": "),
  more: [entry.actor.name, entry.changes?.map(({ field }) => field).join(", "), entry.reason]
    .filter(Boolean)
    .join(" · "),
  to: `${paths.audit}?record=${entry.record._id}`,
  person: entry.actor.kind === "operator" && entry.actor._id ? entry.actor._id : undefined,
});

const sayers: { [K in TimelineEntry["kind"]]: (entry: Of<K>) => Said } = {
  connected: ({ serialNumber }) => ({
    sign: "pi-link",
    text: "Connected",
    more: serialNumber,
    to: pathTo("registeredUnit", { serialNumber }),
  }),
  disconnected: ({ serialNumber, why }) => ({
    sign: "pi-times",
    text: `Disconnected: ${disconnectText(why)}`,
    more: serialNumber,
    to: pathTo("registeredUnit", { serialNumber }),
  }),
  problem: ({ serialNumber, topic, reason }) => ({
    sign: "pi-info-circle",
    text: `A ${topic || "nameless"} message was dropped: ${dropText(reason)}`,
    more: serialNumber,
    to: pathTo("registeredUnit", { serialNumber }),
  }),
  gap: ({ from }) => ({ sign: "pi-exclamation-triangle", text: "Not heard", more: `since ${from}` }),
  door: ({ containerId, channel, isLocked }) => ({
    sign: isLocked ? "pi-lock" : "pi-lock-open",
    text: `${containerId ? `Container ${containerId}` : `Channel ${channel}`}: ${isLocked ? "Locked" : "UnLocked"}`,
    more: "",
  }),
  command: ({ type, status, sessionId, containers, startedBy, reason }) => ({
    sign: "pi-send",
    text: `${commandWords[type]}: ${sessionLooks[status].word}`,
    more: [containers.length > 0 && `container ${containers.join(", ")}`, reason, startedBy && `by ${startedBy}`]
      .filter(Boolean)
      .join(" · "),
    to: `${pathTo("testMachine")}?session=${sessionId}`,
  }),
  order: ({ order, orderId, orderStatus, netAmount, user }) => ({
    sign: "pi-shopping-cart",
    text: `Order ${orderId}, ${rupeesText(netAmount)}: ${orderStatus}`,
    more: user.name || "Customer",
    to: pathTo("order", { id: order }),
    person: user._id,
  }),
  vend: ({ transaction, transactionId, status, brand, containerId, user }) => ({
    sign: "pi-shopping-bag",
    text: `Can ${transactionId}, ${brand}, container ${containerId}: ${status}`,
    more: user.name || "Customer",
    to: pathTo("transaction", { id: transaction }),
    person: user._id,
  }),
  stock: changed,
  change: changed,
  alarm: ({ alarm, words, severity, clearedAt }) => ({
    sign: "pi-bell",
    text: `Alarm: ${words}`,
    more: `${severity}, ${clearedAt ? "cleared" : "open"}`,
    to: `${paths.alarms}?case=${alarm}`,
  }),
  temperature: ({ lowest, highest }) => ({
    sign: "pi-sun",
    text: lowest === highest ? `Temperature ${lowest} °C` : `Temperature ${lowest} to ${highest} °C`,
    more: "in one hour",
  }),
};

export const said = (entry: TimelineEntry): Said => (sayers[entry.kind] as (entry: TimelineEntry) => Said)(entry);

/** What happened, with the way to it and to whoever it names. */
export function TimelineWords({ entry }: { entry: TimelineEntry }): ReactNode {
  const { text, more, to, person } = said(entry);
  return (
    <>
      <p>{to ? <Link to={to}>{text}</Link> : text}</p>
      {more && <p className="muted">{person ? <Link to={pathTo("user", { id: person })}>{more}</Link> : more}</p>}
    </>
  );
}

const quoted = (text: string): string => `"${withoutFormula(text).replaceAll('"', '""')}"`;

/** The entries as a CSV file, in the order in which they are shown; times in UTC. */
export const timelineCsv = (entries: readonly TimelineEntry[]): string =>
  [
    ["Time", "Kind", "What", "About"],
    ...entries.map((entry) => {
      const { text, more } = said(entry);
      return [entry.at, entry.kind, text, more];
    }),
  ]
    .map((row) => `${row.map(quoted).join(",")}\r\n`)
    .join("");
