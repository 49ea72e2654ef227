import type { NewsName, NewsView } from "#shared/events/news.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { LiveClient, LiveEvent } from "./live-client.ts";

/** What a handler answers when it cannot tell the new state from the news alone. */
export const loadAgain = Symbol("load again");
type Next<T> = T | typeof loadAgain;

/** How news changes what a page has loaded. A name without a handler does not concern the page. */
export type NewsHandlers<T> = { [N in NewsName]?: (data: T, view: NewsView<N>) => Next<T> } & {
  "presence.changed"?: (data: T, presences: Presence[]) => Next<T>;
};

export interface LoadHow {
  /** There is something to see already. */
  again: boolean;
  /** The operator pressed Refresh or Retry, and is to hear how it ended. */
  asked: boolean;
  signal: AbortSignal;
}

export interface FollowSpec<T> {
  rooms: Room[];
  /** `asOf` is the moment of the read. Null when it failed. */
  load: (how: LoadHow) => Promise<{ data: T; asOf: string } | { error: string } | null>;
  handlers: NewsHandlers<T>;
}

export type Followed<T> = { data?: T; error?: string; loading: boolean };

const retryMs = 2_000;

/**
 * Join, then load, then follow. News that arrives while the page loads waits; what the load has already seen
 * (`t <= asOf`) is dropped, the rest is applied in order. After a reconnect, or when the gateway says so, it does the
 * same again and keeps showing what was there.
 */
export const follow = <T>(
  live: Pick<LiveClient, "join" | "leave" | "listen" | "connected">,
  spec: FollowSpec<T>,
  show: (followed: Followed<T>) => void,
) => {
  let shown: Followed<T> = { loading: true };
  let asOf = "";
  let waiting: LiveEvent[] | null = [];
  let round = 0;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let abort = new AbortController();

  const set = (next: Followed<T>) => {
    shown = next;
    if (!ended) show(next);
  };

  const apply = (data: T, event: LiveEvent): Next<T> => {
    if (event.name === "reload" || event.name === "connected") return data;
    if (event.name === "presence.changed") return spec.handlers["presence.changed"]?.(data, event.presences) ?? data;
    if (event.t <= asOf) return data;
    const handler = spec.handlers[event.name] as ((data: T, view: unknown) => Next<T>) | undefined;
    return handler ? handler(data, event.view) : data;
  };

  const take = (event: LiveEvent) => {
    if (shown.data === undefined) return;
    const next = apply(shown.data, event);
    if (next === loadAgain) void start();
    else if (next !== shown.data) set({ ...shown, data: next });
  };

  const start = async ({ asked = false } = {}): Promise<void> => {
    round += 1;
    const mine = round;
    const again = shown.data !== undefined;
    abort.abort();
    abort = new AbortController();
    clearTimeout(retry);
    waiting = [];
    set({ ...shown, loading: true });
    try {
      // Without a connection the page loads all the same; its return starts anew.
      if (live.connected()) await live.join(spec, spec.rooms);
      if (mine !== round || ended) return;
      const loaded = await spec.load({ again, asked, signal: abort.signal });
      if (mine !== round || ended) return;
      if (!loaded || "error" in loaded) {
        set({ ...shown, loading: false, error: loaded ? loaded.error : "" });
        return;
      }
      asOf = loaded.asOf;
      const missed = waiting ?? [];
      waiting = null;
      set({ data: loaded.data, loading: false });
      for (const event of missed) take(event);
    } catch {
      if (mine !== round || ended) return;
      // The socket went away while joining, or was slow.
      retry = setTimeout(() => void start({ asked }), retryMs);
    }
  };

  const stopListening = live.listen((event) => {
    if (event.name === "connected") void start();
    else if (event.name === "reload") {
      if (event.rooms.length === 0 || event.rooms.some((room) => spec.rooms.includes(room))) void start();
    } else if (waiting) waiting.push(event);
    else take(event);
  });
  void start();

  return {
    /** The operator asked: load again. */
    retry: () => {
      const { error: _, ...kept } = shown;
      shown = kept;
      void start({ asked: true });
    },
    /** What a reply has already said need not wait for its news. */
    update: (change: (data: T) => T) => {
      if (shown.data !== undefined) set({ ...shown, data: change(shown.data) });
    },
    stop: () => {
      ended = true;
      clearTimeout(retry);
      abort.abort();
      stopListening();
      live.leave(spec, spec.rooms);
    },
  };
};
export type Following<T> = ReturnType<typeof follow<T>>;
