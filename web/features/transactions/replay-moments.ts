import type { AuditEntry } from "#shared/audit/audit.schema.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import type { Order, OrderStep } from "#shared/orders/order.schema.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { CanReplay } from "#shared/transactions/can-replay.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { reasonText } from "../../ui/session-words.ts";

/** One thing that happened to a can. */
export interface ReplayMoment {
  /** ISO 8601. */
  at: string;
  /** Who or what it happened at. */
  lane: "Payment" | "Account" | "Command" | "Machine" | "Operator";
  words: string;
  tone: "good" | "bad" | "plain";
  /** Why, or by whom; may be empty. */
  more: string;
  to: string | null;
  /** From the moment before, milliseconds; null for the first one. */
  afterMs: number | null;
}
type Happened = Omit<ReplayMoment, "afterMs">;

const stepMoment = (order: Pick<Order, "_id">, { at, what, orderStatus, reason }: OrderStep): Happened[] => {
  const to = pathTo("order", { id: order._id });
  const payment = { at, lane: "Payment" as const, more: "", to, tone: "plain" as const };
  if (what === "created") return [{ ...payment, words: "Ordered" }];
  if (what === "moved")
    return [
      isPaid(orderStatus)
        ? { ...payment, words: "Paid", tone: "good" }
        : { ...payment, words: orderStatus, tone: "bad", more: reason },
    ];
  if (what === "credited") return [{ ...payment, lane: "Account", words: "Can credited", tone: "good" }];
  return what === "flagged" || what === "refused" ? [{ ...payment, words: reason || what, tone: "bad" }] : [];
};

const factWords = {
  acknowledged: ["Acknowledged", "good"],
  opened: ["Door opened", "good"],
  closed: ["Door closed", "good"],
  failed: ["Failed", "bad"],
} as const;

const rowMoments = (row: ResultRow): Happened[] => {
  const { sentAt, endedAt, facts, containerId, sessionId } = row;
  const to = `${pathTo("testMachine")}?session=${sessionId}`;
  const why = reasonText(row);
  const command = { lane: "Command" as const, to };
  const happened = (["acknowledged", "opened", "closed", "failed"] as const).flatMap((name): Happened[] => {
    const fact = facts[name];
    if (!fact) return [];
    const [words, tone] = factWords[name];
    const more = [name === "failed" && (fact.code ?? fact.message), fact.late && "late"].filter(Boolean).join(", ");
    return [{ at: fact.receivedAt, lane: "Machine", words, tone, more, to }];
  });
  if (sentAt) happened.unshift({ ...command, at: sentAt, words: `Open ${containerId} sent`, tone: "plain", more: "" });
  if (endedAt && why && !facts.failed)
    happened.push({ ...command, at: endedAt, words: "Ended", tone: "bad", more: why });
  return happened;
};

const actionWords: Record<string, [lane: ReplayMoment["lane"], words: string]> = {
  "transaction.taken": ["Account", "Can debited"],
  "transaction.reopened": ["Operator", "Opened again"],
  "transaction.refunded": ["Account", "Can credited back"],
  "transaction.returned": ["Account", "Can returned"],
  "transaction.changed": ["Operator", "Edited"],
};

const actionMoment = ({ time, verb, actor, reason }: AuditEntry): Happened => {
  const [lane, words] = actionWords[verb] ?? ["Operator", verb];
  const by = verb === "transaction.taken" ? "" : `by ${actor.name || "an operator"}`;
  return { at: time, lane, words, tone: "plain", more: [by, reason].filter(Boolean).join(": "), to: null };
};

/** What happened to a can, the oldest first, with the time between each two. */
export const momentsOf = ({ order, commands, actions }: CanReplay): ReplayMoment[] => {
  const happened = [
    ...(order?.steps ?? []).flatMap((step) => (order ? stepMoment(order, step) : [])),
    ...actions.map(actionMoment),
    ...commands.flatMap(rowMoments),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return happened.map((moment, at) => {
    const before = happened[at - 1];
    return { ...moment, afterMs: before ? Date.parse(moment.at) - Date.parse(before.at) : null };
  });
};
