import { firstPicture } from "../http/first-picture.ts";
import { connectionAtom } from "../state/connection.atoms.ts";
import { store } from "../state/jotai.ts";
import { signOutAtom, tokenAtom } from "../state/session.atoms.ts";
import { createLiveClient, type LinkState } from "./live-client.ts";
import { keepWatching } from "./watching.ts";

/** Without a connection for this long, what the screen shows counts as stale. */
const staleAfterMs = 5_000;

let staleTimer: ReturnType<typeof setTimeout> | undefined;

const show = (state: LinkState) => {
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
