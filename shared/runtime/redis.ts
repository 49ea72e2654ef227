import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "./logger.ts";

/** In milliseconds: how often a connection is asked, and for how long it may answer nothing to anything. */
export interface Pulse {
  askEveryMs: number;
  silentMs: number;
}
const pulseOfRedis: Pulse = { askEveryMs: 1_000, silentMs: 3_000 };
/** A command that nothing else limits fails after this. */
const commandMs = 5_000;
/** BullMQ lets a worker's blocked command wait for so long at most; meanwhile that connection answers nothing. */
const longestBlockMs = 10_000;
const slowestRetryMs = 1_000;

/** A connection that somebody looks after. */
export interface Heard {
  /** It stands, and has answered within the time that it may take. */
  isHeard(): boolean;
}

interface Wishes {
  pulse?: Pulse;
  /** Told of this connection, and of each that is made of it. */
  onMade?: (connection: Heard) => void;
  /** Told each time that a connection which stood is lost. */
  onLost?: () => void;
}

const retryStrategy = (times: number) =>
  Math.min(50 * 2 ** Math.min(times - 1, 10), slowestRetryMs) + Math.floor(Math.random() * 100);

const watched = (redis: Redis, log: Logger, pulse: Pulse, { onLost, onMade }: Wishes): Redis => {
  const { silentMs } = pulse;
  let down = false;
  let wasReady = false;
  let hasEnded = false;
  redis.on("error", (error: Error) => {
    if (!down) log.warn({ err: error.message }, "redis connection lost");
    down = true;
  });
  redis.on("ready", () => {
    // BullMQ ends a blocked connection that fell silent, and opens the same one anew.
    if (hasEnded) {
      onLost?.();
      begin();
    }
    wasReady = true;
    if (down) log.info("redis connection restored");
    down = false;
  });
  // Not told where it was ended on purpose.
  redis.on("reconnecting", () => {
    if (wasReady) onLost?.();
    wasReady = false;
  });

  // Counted in turns of this timer, not in time: a process that stood still itself has missed no answer.
  let turns = 0;
  let asked = false;
  const ask = () => {
    if (asked || redis.status === "connect" || redis.status === "connecting") turns += 1;
    else turns = 0;
    if (turns * pulse.askEveryMs > silentMs) {
      turns = 0;
      if (!down) log.warn("a redis connection answers nothing, it is replaced");
      down = true;
      redis.disconnect(true);
    }
    if (asked || redis.status !== "ready") return;
    asked = true;
    redis
      .ping()
      .catch(() => undefined)
      .finally(() => {
        asked = false;
        turns = 0;
      });
  };
  let asking: NodeJS.Timeout | undefined;
  const begin = () => {
    hasEnded = false;
    turns = 0;
    asking = setInterval(ask, pulse.askEveryMs).unref();
  };
  begin();
  redis.on("end", () => {
    clearInterval(asking);
    hasEnded = true;
  });
  // What was ended on purpose is missed by nobody.
  const hasAnswered = () => redis.status === "ready" && turns * pulse.askEveryMs < silentMs;
  onMade?.({ isHeard: () => hasEnded || hasAnswered() });
  return redis;
};

/**
 * A connection that is asked once a second, whatever it is used for: one that answers nothing for three seconds, to
 * anything, is replaced, although its TCP connection stands.
 * `fast` gives up at once, for whoever answers a request: what was under way when the connection went fails and is never
 * sent a second time. `patient` waits for Redis to come back and sends it again, for subscribers and BullMQ's workers
 * (which insist on it, and whose scripts may run twice); a worker's blocked connection, made by `duplicate`, is replaced
 * when its longest wait is over.
 */
export const connectRedis = (url: string, kind: "fast" | "patient", log: Logger, wishes: Wishes = {}): Redis => {
  const pulse = wishes.pulse ?? pulseOfRedis;
  const options: RedisOptions = {
    enableReadyCheck: true,
    disconnectTimeout: 500,
    retryStrategy,
    maxRetriesPerRequest: kind === "fast" ? 0 : null,
    ...(kind === "fast" ? { commandTimeout: commandMs } : {}),
  };
  const redis = watched(new Redis(url, options), log, pulse, wishes);
  const blocked = { ...pulse, silentMs: longestBlockMs + pulse.silentMs };
  redis.duplicate = (override) => watched(new Redis({ ...redis.options, ...override }), log, blocked, wishes);
  return redis;
};
