import type { Counter } from "prom-client";
import type { MachineLines } from "#shared/events/unit-connections.ts";
import type { GatewayFigures } from "#shared/health/heartbeat.server.ts";
import type { Metrics } from "../../http/metrics.ts";

interface Parts {
  metrics: Pick<
    Metrics,
    "stockDrift" | "machineMessages" | "droppedMessages" | "refusedConnections" | "slowedSignIns" | "streamDelay"
  >;
  feed: { silentMs: () => number };
  broker: Pick<MachineLines, "connections"> | null;
  streamSilentMs: number;
}
type Totals = Record<"messages" | "dropped" | "refused" | "slowed" | "lateSeconds" | "changes" | "repaired", number>;

const minute = 60_000;
/** Rates are those of this time. */
const windowMs = 5 * minute;
const totalOf = async (counter: Pick<Counter, "get">): Promise<number> =>
  (await counter.get()).values.reduce((sum, { value }) => sum + value, 0);

/** What a gateway reports of its units and its change stream, out of the figures of its /metrics. */
export const createMachineFigures = ({ metrics, feed, broker, streamSilentMs }: Parts) => {
  const known: { at: number; totals: Totals }[] = [];

  const read = async (): Promise<Totals> => {
    const delay = (await metrics.streamDelay.get()).values;
    const delayOf = (end: string) => delay.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
    return {
      messages: await totalOf(metrics.machineMessages),
      dropped: await totalOf(metrics.droppedMessages),
      refused: await totalOf(metrics.refusedConnections),
      slowed: await totalOf(metrics.slowedSignIns),
      repaired: await totalOf(metrics.stockDrift),
      lateSeconds: delayOf("_sum"),
      changes: delayOf("_count"),
    };
  };

  return async (): Promise<GatewayFigures> => {
    const now = performance.now();
    const totals = await read();
    const before = known.at(-1)?.totals ?? totals;
    known.push({ at: now, totals });
    while (now - (known[0]?.at ?? now) > windowMs) known.shift();
    const first = known[0] ?? { at: now, totals };
    const minutes = Math.max(now - first.at, minute) / minute;
    const rate = (name: keyof Totals) => (totals[name] - first.totals[name]) / minutes;
    const changes = totals.changes - before.changes;
    const lateMs = changes > 0 ? ((totals.lateSeconds - before.lateSeconds) * 1_000) / changes : 0;
    const silentMs = feed.silentMs();
    return {
      machines: broker && {
        connections: broker.connections().length,
        messages: rate("messages"),
        dropped: rate("dropped"),
        refused: rate("refused"),
        slowed: rate("slowed"),
      },
      stockRepaired: totals.repaired - first.totals.repaired,
      streamDelayMs: Math.max(lateMs, silentMs > streamSilentMs ? silentMs : 0),
    };
  };
};
