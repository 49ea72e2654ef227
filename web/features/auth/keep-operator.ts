import { readMe } from "#shared/auth/auth.api.ts";
import { call } from "../../http/call.ts";
import { store as consoleStore, type Store } from "../../state/jotai.ts";
import { hasColleagueAtom, operatorAtom, tokenAtom } from "../../state/session.atoms.ts";

const retryMs = 5_000;

/**
 * Loads the token's operator, at start and after signing in (specification: Signed in and out); called once, when the
 * client starts. A 401 signs out, which `call` does; a call without an answer is repeated.
 */
export const keepOperator = (store: Store = consoleStore): (() => void) => {
  let held: string | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const load = async (token: string) => {
    const outcome = await call(readMe, {}, { quiet: true, in: store, early: true });
    if (store.get(tokenAtom) !== token) return;
    if (outcome.is === "done") {
      store.set(operatorAtom, outcome.reply.user);
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
  const stop = store.sub(tokenAtom, follow);
  follow();
  return () => {
    stop();
    clearTimeout(retry);
  };
};
