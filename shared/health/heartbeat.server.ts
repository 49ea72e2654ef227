import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { createOneRun } from "../concurrency/single-flight.ts";
import { within } from "../http/within.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Mongo } from "../runtime/mongo.ts";
import { version } from "../runtime/version.ts";
import type { ProcessDocument } from "./health.document.server.ts";
import type { ProcessKind } from "./health.schema.ts";

/** What only a gateway knows of itself. */
export type GatewayFigures = Pick<ProcessDocument, "machines" | "streamDelayMs" | "stockRepaired">;

interface Parts {
  mongo: Pick<Mongo, "collections" | "serverTime">;
  kind: ProcessKind;
  log: Pick<Logger, "debug">;
  figures?: () => Promise<GatewayFigures>;
}

const everyMs = 10_000;
const answerMs = 2_000;
const skewTries = 3;
const none = async (): Promise<GatewayFigures> => ({ machines: null, streamDelayMs: null, stockRepaired: null });

/**
 * Reports this process in `processes`, at once and every 10 s, until it is stopped. A store that does not answer costs
 * the report, never the process.
 */
export const startHeartbeat = ({ mongo, kind, log, figures = none }: Parts): (() => Promise<void>) => {
  const { processes } = mongo.collections;
  const _id = randomBytes(8).toString("hex");
  let isKnown = false;
  let isStopping = false;
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();

  /** The reading that took least time: a busy process reads its clock late. */
  const measureSkew = async (): Promise<number> => {
    let best = { way: Number.POSITIVE_INFINITY, skew: 0 };
    for (let i = 0; i < skewTries; i += 1) {
      const before = Date.now();
      const server = await mongo.serverTime();
      const after = Date.now();
      if (after - before < best.way) best = { way: after - before, skew: (before + after) / 2 - server };
    }
    return best.skew;
  };
  const report = async (): Promise<void> => {
    const clockSkewMs = await measureSkew();
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    const p99 = loop.percentile(99) / 1e6;
    loop.reset();
    const said = {
      kind,
      host: hostname(),
      version,
      // The histogram counts from one of its own ticks to the next.
      loopDelayMs: Math.max(0, Number.isFinite(p99) ? p99 - 20 : 0),
      memoryBytes: process.memoryUsage.rss(),
      heapShare: used_heap_size / heap_size_limit,
      clockSkewMs,
      ...(await figures()),
    };
    const seen = { seenAt: "$$NOW", startedAt: { $ifNull: ["$startedAt", "$$NOW"] } };
    if (isStopping) return;
    // Only the first one adds it: one that was long on its way would bring it back after the process has stopped.
    const stored = await processes.updateOne({ _id }, [{ $set: { ...said, ...seen } }], { upsert: !isKnown });
    isKnown = stored.matchedCount + stored.upsertedCount > 0;
  };
  const { run: beat, idle } = createOneRun(() =>
    within(answerMs, "MongoDB", report()).catch((error: unknown) =>
      log.debug({ err: error }, "this process could not report itself"),
    ),
  );
  void beat();
  const timer = setInterval(beat, everyMs);
  return async () => {
    isStopping = true;
    clearInterval(timer);
    loop.disable();
    await idle();
    // Where that fails it counts as gone, for a day.
    await within(answerMs, "MongoDB", processes.deleteOne({ _id })).catch(() => undefined);
  };
};
