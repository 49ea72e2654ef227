import { readMe } from "#shared/auth/auth.api.ts";
import { call } from "../../http/call.ts";
import type { LiveClient, LiveEvent } from "../../live/live-client.ts";
import { live } from "../../live/socket.ts";
import { store as consoleStore, type Store } from "../../state/jotai.ts";
import { keptFormsAtom } from "../../state/kept-forms.atoms.ts";
import { hasColleagueAtom, operatorAtom, tokenAtom } from "../../state/session.atoms.ts";

const retryMs = 5_000;

/**
 * Loads the token's operator, at start and after signing in (specification: Signed in and out), and again where anything
 * may have changed, their role too; called once, when the client starts. A 401 signs out, which `call` does; a call
 * without an answer is repeated.
 */
export const keepOperator = (
  store: Store = consoleStore,
  { listen }: Pick<LiveClient, "listen"> = live,
): (() => void) => {
  let held: string | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const load = async (token: string) => {
    const outcome = await call(readMe, {}, { quiet: true, in: store, early: true });
    if (store.get(tokenAtom) !== token) return;
    if (outcome.is === "done") {
      const { user } = outcome.reply;
      store.set(operatorAtom, user);
      store.set(keptFormsAtom, (kept) => new Map([...kept].filter(([, { operator }]) => operator === user._id)));
      store.set(hasColleagueAtom, outcome.reply.hasColleague);
    } else retry = setTimeout(() => void load(token), retryMs);
  };
  const follow = () => {
    const token = store.get(tokenAtom);
    if (token === held) return;
    held = token;
    clearTimeout(retry);
    if (token === null) store.set(operatorAtom, null);
    else void load(token);
  };
  let wasConnected = false;
  const mayBeAnother = (event: LiveEvent): boolean => {
    if (event.name !== "connected") return event.name === "reload" && event.rooms.length === 0;
    // The first connection comes right after the first load.
    const isAgain = wasConnected;
    wasConnected = true;
    return isAgain;
  };
  const stopListening = listen((event) => {
    if (held === null || !mayBeAnother(event)) return;
    clearTimeout(retry);
    void load(held);
  });
  const stop = store.sub(tokenAtom, follow);
  follow();
  return () => {
    stop();
    stopListening();
    clearTimeout(retry);
  };
};
