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
  type Entry = { name: SignalName; listener: Listener<SignalName> };
  const listeners = new Map<string, Entry[]>();

  /** Resolves once the subscription stands. */
  const add = async (channel: string, entry: Entry): Promise<void> => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), entry]);
    // Again for each: a subscription that another one has requested may not stand yet.
    await subscriber.subscribe(channel);
  };
  const remove = (channel: string, entry: Entry): void => {
    const left = (listeners.get(channel) ?? []).filter((one) => one !== entry);
    listeners.set(channel, left);
    // Messages that arrive before Redis has unsubscribed us are ignored.
    if (left.length === 0) subscriber.unsubscribe(channel).catch(() => undefined);
  };

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
    on: <N extends SignalName>(name: N, listener: Listener<N>, as?: string): Promise<void> =>
      add(keys.channel(name, as), { name, listener: listener as Listener<SignalName> }),
    /**
     * A listener that hears only while somebody needs it: `take` resolves once the subscription stands, and each is
     * followed by one `release`. Signals of the time between were not heard.
     */
    listen: <N extends SignalName>(name: N, listener: Listener<N>) => {
      const channel = keys.channel(name);
      const entry: Entry = { name, listener: listener as Listener<SignalName> };
      let takers = 0;
      let stands: Promise<void> = Promise.resolve();
      return {
        take: (): Promise<void> => {
          takers += 1;
          if (takers === 1) stands = add(channel, entry);
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
