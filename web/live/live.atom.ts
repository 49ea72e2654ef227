import { startTransition } from "react";
import { oldPartsAtom } from "../state/connection.atoms.ts";
import { atom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { type Followed, type Following, type FollowSpec, follow } from "./follow.ts";
import { isSame } from "./is-same.ts";
import type { LiveClient } from "./live-client.ts";
import { live as consoleLive } from "./socket.ts";

export type LiveAction<T> = { do: "retry" } | { do: "update"; change: (data: T) => T };

/** Draws at most once a frame, however many events arrive; a hidden tab has no frames, so a timer stands in. */
const schedule = (draw: () => void, afterMs: number) => {
  if (afterMs > 0) {
    setTimeout(draw, afterMs);
    return;
  }
  const once = { done: false };
  const run = () => {
    if (once.done) return;
    once.done = true;
    draw();
  };
  requestAnimationFrame(run);
  setTimeout(run, 100);
};

/** Drawing a long list, of which all is judged, ordered and counted anew, takes most of a frame: it rests in between. */
const longList = 1_000;
const longListRestMs = 500;
const restMsOf = (data: unknown): number => (Array.isArray(data) && data.length > longList ? longListRestMs : 0);

/** A failure is shown until a load has succeeded or the operator requests one: automatic retries show nothing. */
const loadOf = <T>({ data, error }: Followed<T>): Load<T> => {
  if (error !== undefined) {
    return data === undefined ? { state: "failed", error } : { state: "failed", error, data };
  }
  if (data === undefined) return { state: "loading" };
  return { state: "ready", data };
};

/** What says the same again is the very same: nothing is drawn anew. */
const kept = <T>(known: Load<T>, next: Load<T>): Load<T> => {
  if (isSame(known, next)) return known;
  const isAsBefore = known.data !== undefined && next.data !== undefined && isSame(known.data, next.data);
  return isAsBefore ? ({ ...next, data: known.data } as Load<T>) : next;
};

/**
 * What a page shows, kept up to date while the page is open: it joins, loads and follows when the first reader mounts,
 * stops with the last one and forgets its value, so that a later reader is shown nothing old.
 */
export const liveAtom = <T>(
  spec: FollowSpec<T>,
  live: Pick<LiveClient, "join" | "leave" | "listen" | "connected"> = consoleLive,
) => {
  const shown = atom<Load<T>>({ state: "loading" });
  let following: Following<T> | undefined;
  const made = atom(
    (get) => get(shown),
    (get, set, action: LiveAction<T> | { do: "show"; followed: Followed<T> } | { do: "leave" }) => {
      const noteOld = (since: number | undefined) => {
        const known = get(oldPartsAtom);
        if (known.get(shown) === since) return;
        const others = [...known].filter(([part]) => part !== shown);
        set(oldPartsAtom, new Map(since === undefined ? others : [...others, [shown, since]]));
      };
      if (action.do === "show") {
        set(shown, kept(get(shown), loadOf(action.followed)));
        noteOld(action.followed.oldSince);
      } else if (action.do === "leave") {
        noteOld(undefined);
        set(shown, { state: "loading" });
      } else if (action.do === "retry") following?.retry();
      else following?.update(action.change);
    },
  );
  made.onMount = (send) => {
    let latest: Followed<T> | undefined;
    let drawn = true;
    let restsUntil = 0;
    let wasShown = false;
    const draw = () => {
      if (!latest) return;
      restsUntil = performance.now() + restMsOf(latest.data);
      const followed = latest;
      const show = () => send({ do: "show", followed });
      // What comes first fills the page: drawn piece by piece, it leaves the operator's taps between.
      if (wasShown) show();
      else startTransition(show);
      wasShown ||= followed.data !== undefined;
    };
    following = follow(live, spec, (followed) => {
      latest = followed;
      // Somebody waits for it: it waits for no frame.
      if (!wasShown && followed.data !== undefined) return draw();
      if (!drawn) return;
      drawn = false;
      schedule(() => {
        drawn = true;
        draw();
      }, restsUntil - performance.now());
    });
    const mine = following;
    return () => {
      mine.stop();
      latest = undefined;
      send({ do: "leave" });
    };
  };
  return made;
};
