import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { type Signal, type SignalName, signals } from "../events/signals.ts";
import type { Logger } from "./logger.ts";
import type { RedisKeys } from "./redis-keys.ts";
import { tryWrite } from "./redis-refusals.ts";

type Listener<N extends SignalName> = (signal: Signal<N>) => Promise<void> | void;

/** A subscription that Redis refused, because its user lacks the right, is asked for again this often. */
const askAgainMs = 1_000;

/**
 * Signals over Redis publish/subscribe. A listener that fails is logged by name and never stops the others.
 * `subscriber` is a connection of its own, because it is kept in subscribed mode.
 */
export const createBus = (parts: { redis: Redis; subscriber: Redis; keys: RedisKeys; log: Logger }) => {
  const { redis, subscriber, keys, log } = parts;
  type Entry = { name: SignalName; listener: Listener<SignalName> };
  const listeners = new Map<string, Entry[]>();

  const listened = (channel: string): Entry[] => listeners.get(channel) ?? [];
  const refused = new Set<string>();

  /** Resolves once the subscription stands, or nobody needs it any more. Again for each: one may not stand yet. */
  const subscribe = async (channel: string): Promise<void> => {
    while (listened(channel).length > 0 && subscriber.status !== "end") {
      try {
        await subscriber.subscribe(channel);
        break;
      } catch (error) {
        // Else the connection has gone, which it says itself.
        const isRefused = subscriber.status === "ready";
        if (isRefused && !refused.has(channel)) log.warn({ err: error, channel }, "Redis refuses a subscription");
        if (isRefused) refused.add(channel);
        await pause(askAgainMs, undefined, { ref: false });
      }
    }
    refused.delete(channel);
  };
  const add = (channel: string, entry: Entry): void => {
    listeners.set(channel, [...listened(channel), entry]);
  };
  const remove = (channel: string, entry: Entry): void => {
    const left = listened(channel).filter((one) => one !== entry);
    listeners.set(channel, left);
    // Messages that arrive before Redis has unsubscribed us are ignored.
    if (left.length === 0) subscriber.unsubscribe(channel).catch(() => undefined);
  };

  const hear = (channel: string, text: string): void => {
    for (const { name, listener } of listened(channel)) {
      void (async () => {
        try {
          await listener(signals[name].parse(JSON.parse(text)));
        } catch (error) {
          log.error({ signal: name, err: error }, "signal listener failed");
        }
      })();
    }
  };
  subscriber.on("message", hear);

  const againListeners: (() => void)[] = [];
  let hasBeenLost = false;
  subscriber.on("close", () => {
    hasBeenLost = true;
  });
  // The connection itself does not subscribe anew: where Redis refused it, nobody would know.
  subscriber.on("ready", async () => {
    if (!hasBeenLost) return;
    hasBeenLost = false;
    await Promise.all([...listeners.keys()].map(subscribe));
    for (const listener of againListeners) listener();
  });

  return {
    /** The subscriptions stand again after their connection was lost: signals of the time between were lost. */
    onAgain: (listener: () => void): void => {
      againListeners.push(listener);
    },
    /**
     * Returns how many processes received it. `to` names one of them: its own channel is used. Rejects when Redis is
     * away: the caller decides whether that matters.
     */
    publish: async <N extends SignalName>(name: N, signal: Signal<N>, to?: string): Promise<number> =>
      redis.publish(keys.channel(name, to), JSON.stringify(signals[name].parse(signal))),
    /** As if it had been published, to the listeners of this process alone. */
    notifyHere: <N extends SignalName>(name: N, signal: Signal<N>): void =>
      hear(keys.channel(name), JSON.stringify(signal)),
    /**
     * Resolves when the connection that listens answers, hears all that it should, and leads to a server that takes
     * writes, as for publishing.
     */
    answers: async (): Promise<void> => {
      if (refused.size > 0) throw new Error(`Redis refused the subscription to ${[...refused].join(", ")}`);
      await tryWrite(subscriber);
    },
    /**
     * Resolves once the subscription stands; it survives a lost connection. Rejects where Redis refuses it. `as` is whom
     * signals `to` it name.
     */
    on: async <N extends SignalName>(name: N, listener: Listener<N>, as?: string): Promise<void> => {
      const channel = keys.channel(name, as);
      add(channel, { name, listener: listener as Listener<SignalName> });
      await subscriber.subscribe(channel);
    },
    /**
     * A listener that hears only while somebody needs it: `take` resolves once the subscription stands, and each is
     * followed by one `release`. Signals of the time between were not heard. While Redis refuses, it waits.
     */
    listen: <N extends SignalName>(name: N, listener: Listener<N>) => {
      const channel = keys.channel(name);
      const entry: Entry = { name, listener: listener as Listener<SignalName> };
      let takers = 0;
      let stands: Promise<void> = Promise.resolve();
      return {
        take: (): Promise<void> => {
          takers += 1;
          if (takers > 1) return stands;
          add(channel, entry);
          stands = subscribe(channel);
          return stands;
        },
        release: (): void => {
          takers -= 1;
          if (takers === 0) remove(channel, entry);
        },
      };
    },
  };
};
export type Bus = ReturnType<typeof createBus>;
