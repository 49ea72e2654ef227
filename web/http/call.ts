import { readMe } from "#shared/auth/auth.api.ts";
import type { AnyEndpoint, CallInput } from "#shared/http/endpoint.ts";
import { addAlertAtom } from "../state/alerts.atoms.ts";
import { type Store, store } from "../state/jotai.ts";
import { requestProofAtom } from "../state/proof.atoms.ts";
import { signOutAtom, tokenAtom } from "../state/session.atoms.ts";
import { apiBase } from "./api-base.ts";
import { isPrefetched } from "./prefetched.ts";
import { type KnownEndpoint, type Outcome, type RequestOptions, request, urlOf } from "./request.ts";

/** Notices that are shown for another time than the default (specification: Constants). */
const noticeMs: Record<string, number> = { "OTP sent": 1000, "Order Updated": 700 };

let noteAnswer: () => void;
/** Settled with the first answer of this visit: what its first page requested is here, or is known not to come. */
export const firstAnswer = new Promise<void>((resolve) => {
  noteAnswer = resolve;
});

export interface CallOptions extends RequestOptions {
  /** Shows no alert: for a load that nobody requested (a push, a reconnect). */
  quiet?: boolean;
  /** Another success notice than the endpoint's; null is none. */
  notice?: string | null;
  /**
   * Another fixed text than the endpoint's, where one call stands behind actions with texts of their own
   * (specification: Failures).
   */
  failure?: string;
  /** The caller shows a refusal itself, beside the field or record that it concerns. */
  showsRefusal?: boolean;
  /** Another store than the running client's: tests. */
  in?: Store;
}

/** The page's first script has requested this already, and nobody has taken the answer. */
export const waitsAhead = (endpoint: AnyEndpoint, input: object): boolean =>
  isPrefetched(urlOf(apiBase, endpoint, input), store.get(tokenAtom));

const wantsProof = (answer: Outcome<KnownEndpoint>): boolean =>
  answer.is === "refused" && answer.status === 403 && answer.data.needsProof === true;

/**
 * Endpoint and input to reply, or to an alert: the server's own words where they can be read, the endpoint's fixed text
 * where the request itself failed (specification: Failures). Any 401 with a token signs the console out; a 403 does
 * not.
 */
export const call = async <E extends KnownEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Outcome<E>> => {
  const { quiet = false, showsRefusal = false } = options;
  const at = options.in ?? store;
  const sentWith = at.get(tokenAtom);
  const send = () => request({ base: apiBase, token: () => sentWith }, endpoint, input, options);
  let answer = await send();
  // Nothing was done yet. An operator who confirms their identity has requested it already: it continues by itself.
  if (wantsProof(answer) && (await at.set(requestProofAtom)) && at.get(tokenAtom) === sentWith) answer = await send();
  // Every page requests the operator, in its frame.
  if (endpoint.path !== readMe.path) noteAnswer();
  const outcome: Outcome<E> =
    answer.is === "failed" && !answer.said && options.failure !== undefined
      ? { ...answer, error: options.failure }
      : answer;

  // They have signed out here, or somebody else has signed in, who must not read it.
  const isShown = !quiet && (sentWith === null || at.get(tokenAtom) === sentWith);
  if (outcome.is === "done") {
    const notice = options.notice === undefined ? endpoint.notice : options.notice;
    if (notice && isShown) {
      at.set(addAlertAtom, { kind: "success", text: notice, ...(noticeMs[notice] ? { ms: noticeMs[notice] } : {}) });
    }
    return outcome;
  }
  const ended = outcome.is === "refused" && outcome.status === 401 && endpoint.access === "operator";
  if (isShown && !(showsRefusal && outcome.is === "refused" && !ended)) {
    at.set(addAlertAtom, { kind: "danger", text: outcome.error });
  }
  // Only the token that was refused is given up: a newer sign-in may have replaced it meanwhile.
  if (ended && sentWith !== null && at.get(tokenAtom) === sentWith) at.set(signOutAtom, "refused");
  return outcome;
};
