import type { Redis } from "ioredis";
import { type Signal, type SignalName, signals } from "../events/signals.ts";
import type { Logger } from "./logger.ts";
import type { RedisKeys } from "./redis-keys.ts";
import { tryWrite } from "./redis-refusals.ts";

type Listener<N extends SignalName> = (signal: Signal<N>) => Promise<void> | void;

/**
 * Signals over Redis publish/subscribe. A listener that fails is logged by name and never stops the others.
 * `subscriber` is a connection of its own, because it is kept in subscribed mode.
 */
export const createBus = (parts: { redis: Redis; subscriber: Redis; keys: RedisKeys; log: Logger }) => {
  const { redis, subscriber, keys, log } = parts;
  const listeners = new Map<string, { name: SignalName; listener: Listener<SignalName> }[]>();

  const hear = (channel: string, text: string): void => {
    for (const { name, listener } of listeners.get(channel) ?? []) {
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
  subscriber.on("ready", () => {
    if (hasBeenLost) for (const listener of againListeners) listener();
    hasBeenLost = false;
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
     * Resolves when the connection that listens answers, and leads to a server that takes writes, as for publishing.
     */
    answers: (): Promise<void> => tryWrite(subscriber),
    /** Resolves once the subscription stands; it survives a lost connection. `as` is whom signals `to` it name. */
    on: async <N extends SignalName>(name: N, listener: Listener<N>, as?: string): Promise<void> => {
      const channel = keys.channel(name, as);
      const known = listeners.get(channel) ?? [];
      listeners.set(channel, [...known, { name, listener: listener as Listener<SignalName> }]);
      if (known.length === 0) await subscriber.subscribe(channel);
    },
  };
};
export type Bus = ReturnType<typeof createBus>;
