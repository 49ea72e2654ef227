import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import { atom } from "../state/jotai.ts";
import { loadOfToken } from "../state/load-of-token.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { type CallOptions, call } from "./call.ts";
import type { KnownEndpoint } from "./request.ts";

/**
 * What nobody publishes: loaded by one call without an input when its page opens, and again after its actions. An answer
 * that comes after another sign-in is dropped; one that fails leaves what was shown.
 */
export const loadByToken = <E extends KnownEndpoint, T>(
  endpoint: E,
  pick: (reply: CallReply<E>) => T,
  options: Pick<CallOptions, "quiet"> = {},
) => {
  const shownAtom = loadOfToken<T>();
  const loadAtom = atom(null, async (get, set) => {
    const token = get(tokenAtom);
    const outcome = await call(endpoint, {} as CallInput<E>, options);
    if (get(tokenAtom) !== token) return;
    if (outcome.is === "done") set(shownAtom, { state: "ready", data: pick(outcome.reply) });
    else set(shownAtom, { state: "failed", error: outcome.error, data: get(shownAtom).data });
  });
  return { shownAtom, loadAtom };
};
