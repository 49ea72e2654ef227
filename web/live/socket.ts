import { firstAnswer } from "../http/call.ts";
import { connectionAtom, isCodeMissingAtom } from "../state/connection.atoms.ts";
import { store } from "../state/jotai.ts";
import { signOutAtom, tokenAtom } from "../state/session.atoms.ts";
import { createLiveClient, type LinkState } from "./live-client.ts";

const lookEveryMs = 60_000;

/**
 * Notifies the gateway, at most once a minute, that somebody can see the console: a login in use does not end as idle.
 * An operator may watch a screen for hours without touching anything.
 */
const keepWatching = (publish: () => void): (() => void) => {
  const look = () => {
    if (document.visibilityState === "visible") publish();
  };
  const timer = setInterval(look, lookEveryMs);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
};

/** A first page that requests nothing is given this long. */
const firstAnswerMs = 1_000;
/** And this long to draw what it was answered. */
const drawnMs = 250;
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the visit's first page shows is drawn: whatever would have stood in its way on a slow line may follow. */
const firstPicture: Promise<void> = Promise.race([firstAnswer, after(firstAnswerMs)]).then(() => after(drawnMs));

/** Without a connection for this long, what the screen shows counts as stale. */
const staleAfterMs = 5_000;

let staleTimer: ReturnType<typeof setTimeout> | undefined;

const show = (state: LinkState) => {
  store.set(isCodeMissingAtom, state === "missing");
  const known = store.get(connectionAtom);
  if (state === "connected") {
    clearTimeout(staleTimer);
    store.set(connectionAtom, { state: "live", since: Date.now() });
    return;
  }
  if (state === "refused") {
    clearTimeout(staleTimer);
    store.set(connectionAtom, { state: "off", since: Date.now() });
    store.set(signOutAtom, "refused");
    return;
  }
  if (known.state === "reconnecting" || known.state === "stale") return;
  const since = Date.now();
  store.set(connectionAtom, { state: "reconnecting", since });
  clearTimeout(staleTimer);
  staleTimer = setTimeout(() => store.set(connectionAtom, { state: "stale", since }), staleAfterMs);
};

/** The console's one socket. */
export const live = createLiveClient({ token: () => store.get(tokenAtom), onLink: show });

/**
 * Keeps the socket open while somebody is signed in; called once, when the client starts. What the first page shows
 * comes before it: on a slow line the socket's code would stand in its way.
 */
export const keepSocket = (): void => {
  let held: string | null = null;
  const follow = () => {
    const token = store.get(tokenAtom);
    if (token === held) return;
    held = token;
    live.close();
    clearTimeout(staleTimer);
    if (token === null) store.set(connectionAtom, { state: "off", since: Date.now() });
    else void firstPicture.then(() => held !== null && live.connect());
  };
  store.sub(tokenAtom, follow);
  follow();
  keepWatching(live.watching);
};
