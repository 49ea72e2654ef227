import type { EventName, EventView } from "#shared/events/events.ts";
import type { Room } from "#shared/events/rooms.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { LiveClient, LiveEvent } from "./live-client.ts";
import { createTries } from "./tries.ts";
import { createWaitingEvents } from "./waiting-events.ts";

/** What a handler answers when it cannot derive the new state from the event alone. */
export const loadAgain = Symbol("load again");
type Next<T> = T | typeof loadAgain;

/** How events change what a page has loaded. A name without a handler does not concern the page. */
export type EventHandlers<T> = { [N in EventName]?: (data: T, view: EventView<N>) => Next<T> } & {
  "presence.changed"?: (data: T, presences: Presence[]) => Next<T>;
};

export interface LoadHow {
  /** There is something to see already, or that there is nothing has been said. */
  again: boolean;
  /** The operator pressed Refresh or Retry, and is notified how it ended. */
  requested: boolean;
  /** An answer will do that is from before the page has joined: it is loaded again once it has. */
  early?: boolean;
  signal: AbortSignal;
}

/** `asOf` is the moment of the read. `refused`: the server said no, and would say so again. */
export type Loaded<T> = { data: T; asOf: string } | { error: string; refused?: boolean };

export interface FollowSpec<T> {
  rooms: Room[];
  load: ((how: LoadHow) => Promise<Loaded<T>>) & {
    /** Its request was prefetched, with the code of the visit's first page. */
    waitsAhead?: () => boolean;
  };
  handlers: EventHandlers<T>;
  /** No event comes for what changes by the clock alone: it is loaded again this often. */
  againEveryMs?: number;
}

/** `oldSince`: from this moment on, in milliseconds since 1970, what is shown may not be true any more. */
export type Followed<T> = { data?: T; error?: string; loading: boolean; oldSince?: number };

/** An answer older than what is shown is requested again this often; then the database itself has gone back. */
const mostOlder = 3;
const olderAnswer = "An answer was older than what is shown";
const tooManyEvents = "More has changed than can be followed";
const notJoined = "Changes cannot be followed right now";

/**
 * Join, then load, then follow; what was prefetched is shown meanwhile. An event that arrives while the page loads
 * waits; what the load has already seen (`t <= asOf`) is dropped, the rest is applied in order. After a reconnect, or a
 * reload event, it does the same again and keeps showing what was there. A load that fails is tried again until it
 * succeeds; until then the page shows that it is old.
 */
export const follow = <T>(
  live: Pick<LiveClient, "join" | "leave" | "listen" | "connected">,
  spec: FollowSpec<T>,
  show: (followed: Followed<T>) => void,
) => {
  let shown: Followed<T> = { loading: true };
  let asOf = "";
  /** Time of the newest event of this page, its load included. */
  let newest = "";
  let olderAnswers = 0;
  let isFollowing = false;
  /** A reply was shown since the present load began, which may have read before it. */
  let isOvertaken = false;
  let round = 0;
  let ended = false;
  let abort = new AbortController();
  const waiting = createWaitingEvents<LiveEvent>();
  const tries = createTries(() => void start());

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

  /** What is shown stays and is said to be old since `began`; unless the server refused, it is tried again. */
  const failed = (error: string, began: number, isRefused = false) => {
    const old = shown.data === undefined ? {} : { oldSince: shown.oldSince ?? began };
    set({ ...shown, ...old, loading: false, error });
    if (!isRefused) tries.failed();
  };

  const succeeded = (loaded: { data: T; asOf: string }, began: number) => {
    asOf = loaded.asOf;
    if (asOf > newest) newest = asOf;
    const missed = waiting.all();
    set({ data: loaded.data, loading: false });
    if (missed === null) return failed(tooManyEvents, began);
    isFollowing = true;
    olderAnswers = 0;
    tries.succeeded();
    for (const event of missed) take(event);
  };

  const start = async ({ requested = false } = {}): Promise<void> => {
    if (ended) return;
    round += 1;
    const mine = round;
    const began = Date.now();
    const again = shown.data !== undefined || shown.error !== undefined;
    const known = newest;
    const early = round === 1 && (spec.load.waitsAhead?.() ?? false);
    abort.abort();
    abort = new AbortController();
    tries.cancel();
    isFollowing = false;
    isOvertaken = false;
    waiting.clear();
    set({ ...shown, loading: true });
    try {
      // Without a connection the page loads all the same; its return starts anew. Where no event comes nothing is waited for.
      if (spec.rooms.length > 0 && live.connected() && !early) await live.join(spec, spec.rooms);
      if (mine !== round || ended) return;
      isOvertaken = false;
      const loaded = await spec.load({ again, requested, early, signal: abort.signal });
      if (mine !== round || ended) return;
      if ("error" in loaded) return failed(loaded.error, began, loaded.refused);
      // Not of every record an event follows: without one, what has changed would come back for good.
      if (isOvertaken) return void start();
      // A database whose first server has just been replaced may answer from before its published events.
      olderAnswers = loaded.asOf !== "" && loaded.asOf < known ? olderAnswers + 1 : 0;
      if (olderAnswers > 0 && olderAnswers < mostOlder) return failed(olderAnswer, began);
      if (olderAnswers > 0) newest = "";
      succeeded(loaded, began);
      if (early && live.connected()) void start();
    } catch {
      if (mine !== round || ended) return;
      // The socket went away while joining, or was slow. A page that shows nothing yet goes on loading.
      if (shown.data === undefined) tries.failed();
      else failed(notJoined, began);
    }
  };

  const hear = (event: LiveEvent) => {
    if ("t" in event && event.t > newest) newest = event.t;
    if (isFollowing) take(event);
    else waiting.put(event);
  };
  const stopListening = live.listen((event) => {
    if (event.name === "connected") {
      // What is in no room has missed nothing.
      if (spec.rooms.length > 0 || shown.error !== undefined) void start();
    } else if (event.name === "reload") {
      if (event.rooms.length === 0 || event.rooms.some((room) => spec.rooms.includes(room))) void start();
    } else hear(event);
  });
  void start();
  const clock = spec.againEveryMs === undefined ? undefined : setInterval(() => void start(), spec.againEveryMs);

  return {
    /** The operator requested it: load again. */
    retry: () => {
      const { error: _, ...kept } = shown;
      shown = kept;
      void start({ requested: true });
    },
    /** What a reply contains need not wait for its event. A load that is under way is done anew, for it to contain it. */
    update: (change: (data: T) => T) => {
      isOvertaken = true;
      if (shown.data !== undefined) set({ ...shown, data: change(shown.data) });
    },
    stop: () => {
      ended = true;
      clearInterval(clock);
      tries.cancel();
      abort.abort();
      stopListening();
      live.leave(spec, spec.rooms);
    },
  };
};
export type Following<T> = ReturnType<typeof follow<T>>;
