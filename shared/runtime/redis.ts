import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "./logger.ts";
import { clusterAddress } from "./redis-address.ts";
import { credentialsOf } from "./redis-cluster.ts";
import { type Refusal, refusalIn, refusalSentence, tryWrite } from "./redis-refusals.ts";
import { connectCluster } from "./watched-cluster.ts";

/** In milliseconds: how often a connection is probed, and for how long it may answer nothing. */
interface Pulse {
  everyMs: number;
  silentMs: number;
}
const pulseOfRedis: Pulse = { everyMs: 1_000, silentMs: 3_000 };
/** A command that nothing else limits fails after this. */
const commandMs = 5_000;
/** BullMQ lets a worker's blocked command wait for this long at most; meanwhile that connection answers nothing. */
const longestBlockMs = 10_000;
const slowestRetryMs = 1_000;

/** A connection that somebody looks after. */
export interface Heard {
  /** It stands, has answered within the time that it may take, and its server takes writes. */
  isHeard(): boolean;
  /** Why its server takes no writes, as far as it is known; null while it does. */
  refusal(): Refusal | null;
}

/** It emits `refused` when its server begins to take no writes, and `accepted` when it takes them again. */
export type RedisConnection = Redis & Pick<Heard, "refusal">;

interface ConnectionOptions {
  pulse?: Pulse;
  /** Called with this connection, and with each duplicate of it. */
  onMade?: (connection: Heard) => void;
  /** Called each time that an established connection is lost. */
  onLost?: () => void;
}

const retryStrategy = (times: number) =>
  Math.min(50 * 2 ** Math.min(times - 1, 10), slowestRetryMs) + Math.floor(Math.random() * 100);

/** How ioredis connects; it has no option for what is changed of it but those of a Sentinel. */
interface Connecting {
  connector: {
    stream?: { writableEnded: boolean };
    connecting: boolean;
    /** Before it calls a connection ready. */
    check(info: { role?: string; slave_read_only?: string }): boolean;
    disconnect(): void;
  };
}

/** Keeps what the server at the other end of a connection refuses. Any node of a cluster has its signals. */
const watchRefusals = (redis: Redis, log: Logger, isNode: boolean) => {
  let refused: Refusal | null = null;
  const refuse = (refusal: Refusal) => {
    if (refused === refusal) return;
    refused = refusal;
    log.warn(refusalSentence(refusal));
    redis.emit("refused");
  };
  const { connector } = redis as unknown as Connecting;
  connector.check = ({ role, slave_read_only }) => {
    if (isNode || role !== "slave" || slave_read_only === "0") return true;
    refuse("READONLY");
    return false;
  };
  // Each refused answer ends the connection anew, and would leave a listener and a timer on it every time.
  const disconnect = connector.disconnect.bind(connector);
  connector.disconnect = () => {
    if (connector.stream?.writableEnded) connector.connecting = false;
    else disconnect();
  };
  // Called for each error that the server answers. A server that is full or without a disk is not left: it is the only
  // one there is, to connect again would not help, and all clients at once would overload it.
  redis.options.reconnectOnError = (error) => {
    const refusal = refusalIn(error) ?? (isForbiddenQuestion(error) ? "NOPERM" : null);
    if (refusal) refuse(refusal);
    if (refusal !== "READONLY" && refusal !== "CLUSTERDOWN") return false;
    // 2: patient connections send it again.
    return redis.options.maxRetriesPerRequest === null && !isQuestion(error) ? 2 : 1;
  };
  return {
    refusal: () => refused,
    accept: () => {
      if (refused === null) return;
      refused = null;
      log.info("Redis takes writes again");
      redis.emit("accepted");
    },
  };
};
/** Whether the refused command is `tryWrite`'s, which is repeated anyway. */
const isQuestion = (error: Error) => (error as Error & { command?: { name: string } }).command?.name === "setrange";
/** Other commands may be forbidden although writes are not: a channel, for example. */
const isForbiddenQuestion = (error: Error) => isQuestion(error) && error.message.startsWith("NOPERM ");

const watched = (redis: Redis, log: Logger, pulse: Pulse, behaviour: ConnectionOptions, isNode = false) => {
  const { onLost, onMade } = behaviour;
  const { silentMs } = pulse;
  const { refusal, accept } = watchRefusals(redis, log, isNode);
  let down = false;
  let wasReady = false;
  let hasEnded = false;
  redis.on("error", (error: Error) => {
    if (!down) log.warn({ err: error }, "redis connection lost");
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
  // Not called where it was ended on purpose.
  redis.on("reconnecting", () => {
    if (wasReady) onLost?.();
    wasReady = false;
  });

  // Counted in turns of this timer, not in time: a process that stood still itself has missed no answer.
  let turns = 0;
  let isWaiting = false;
  const probe = () => {
    if (isWaiting || redis.status === "connect" || redis.status === "connecting") turns += 1;
    else turns = 0;
    if (turns * pulse.everyMs > silentMs) {
      turns = 0;
      if (!down) log.warn("a redis connection answers nothing, it is replaced");
      down = true;
      redis.disconnect(true);
    }
    if (isWaiting || redis.status !== "ready") return;
    isWaiting = true;
    tryWrite(redis)
      .then(accept, () => undefined)
      .finally(() => {
        isWaiting = false;
        turns = 0;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    hasEnded = false;
    turns = 0;
    timer = setInterval(probe, pulse.everyMs).unref();
  };
  begin();
  redis.on("end", () => {
    clearInterval(timer);
    hasEnded = true;
  });
  // What was ended on purpose is missed by nobody.
  const hasAnswered = () => redis.status === "ready" && turns * pulse.everyMs < silentMs && refusal() === null;
  onMade?.({ isHeard: () => hasEnded || hasAnswered(), refusal: () => (hasEnded ? null : refusal()) });
  return Object.assign(redis, { refusal }) as RedisConnection;
};

/**
 * A connection that is probed once a second, whatever it is used for, by a write that changes nothing. One that answers
 * nothing for three seconds, to anything, is replaced, although its TCP connection is open; so is one whose server has
 * become a read-only replica, and none is ready before its address leads to a server that takes writes (decision 0057).
 * `fast` gives up at once, for requests: what was under way when the connection went fails and is never sent a second
 * time. `patient` waits for Redis to come back and sends it again, for subscribers and BullMQ's workers (which insist
 * on it, and whose scripts may run twice); a worker's blocked connection, made by `duplicate`, is replaced when its
 * longest wait is over. Where the URL names a cluster, it is its client, with the same commands and promises.
 */
export const connectRedis = (
  url: string,
  kind: "fast" | "patient",
  log: Logger,
  behaviour: ConnectionOptions = {},
): RedisConnection => {
  const pulse = behaviour.pulse ?? pulseOfRedis;
  const blocked = { ...pulse, silentMs: longestBlockMs + pulse.silentMs };
  const address = clusterAddress(url);
  if (address) {
    const commandTimeout = kind === "fast" ? commandMs : undefined;
    return connectCluster({
      ...behaviour,
      address,
      kind,
      log,
      pulse,
      blockedPulse: blocked,
      commandMs: commandTimeout,
    });
  }
  const options: RedisOptions = {
    enableReadyCheck: true,
    disconnectTimeout: 500,
    // `createBus` does it.
    autoResubscribe: false,
    retryStrategy,
    maxRetriesPerRequest: kind === "fast" ? 0 : null,
    ...(kind === "fast" ? { commandTimeout: commandMs } : {}),
  };
  const redis = watched(new Redis(url, options), log, pulse, behaviour);
  redis.duplicate = (override) => watched(new Redis({ ...redis.options, ...override }), log, blocked, behaviour);
  return redis;
};

/**
 * The patient connection that is kept in subscribed mode. A cluster's nodes hand every signal to all of them, so it
 * leads to one of those that the URL names, and to the next when that one is lost or serves nothing.
 */
export const connectSubscriber = (url: string, log: Logger, behaviour: ConnectionOptions = {}): RedisConnection => {
  const address = clusterAddress(url);
  if (!address) return connectRedis(url, "patient", log, behaviour);
  let at = Math.floor(Math.random() * address.nodes.length);
  const redis: Redis = new Redis({
    ...address.nodes[at],
    ...credentialsOf(address),
    disconnectTimeout: 500,
    autoResubscribe: false,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => {
      at = (at + 1) % address.nodes.length;
      Object.assign(redis.options, address.nodes[at]);
      return retryStrategy(times);
    },
  });
  return watched(redis, log, behaviour.pulse ?? pulseOfRedis, behaviour, true);
};
