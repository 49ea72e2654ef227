import { checkCredentials, logIn, logOut, requestOtp } from "#shared/auth/auth.api.ts";
import type { LoginCredentials } from "#shared/auth/auth.schema.ts";
import { call } from "../../http/call.ts";
import type { Outcome } from "../../http/request.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { atom } from "../../state/jotai.ts";
import { signOutAtom, tokenAtom } from "../../state/session.atoms.ts";
import { writeSetting } from "../../state/settings.ts";
import { failedTriesText } from "./failed-tries.ts";

/** Exactly 10 characters, else no code is requested (specification: Checks of forms). */
export const phoneLength = 10;

/** Long enough to be read right after signing in; the Account page says it again. */
const failedTriesMs = 15_000;

/** How a step of signing in ended, for the form; what there is to say in words has been said by an alert. */
export type Step = { is: "done" } | { is: "refused"; status: number; error: string; waitMs: number } | { is: "failed" };

export const stepOf = (outcome: Outcome<typeof checkCredentials> | Outcome<typeof logIn>): Step => {
  if (outcome.is !== "refused") return { is: outcome.is };
  const { status, error, data } = outcome;
  const wait = data.retryAfterSeconds;
  return { is: "refused", status, error, waitMs: status === 429 && typeof wait === "number" ? wait * 1000 : 0 };
};

/** Requests a code; the answer does not reveal whether the phone may sign in. */
export const requestCodeAtom = atom(
  null,
  async (_get, set, { phone, resend }: { phone: string; resend: boolean }): Promise<Step> => {
    if (phone.length !== phoneLength) {
      const error = "Invalid phone no";
      set(addAlertAtom, { kind: "danger", text: error });
      return { is: "refused", status: 400, error, waitMs: 0 };
    }
    const checked = await call(checkCredentials, { body: { phone, resend } });
    if (checked.is !== "done") return stepOf(checked);
    return stepOf(await call(requestOtp, { body: { phone, resend } }));
  },
);

/**
 * Login checks the credentials, then logs in; a failure removes the token (specification: Signed in and out), but not
 * the one of another tab that has signed in meanwhile.
 */
export const signInAtom = atom(null, async (get, set, body: LoginCredentials): Promise<Step> => {
  const held = get(tokenAtom);
  const checked = await call(checkCredentials, { body });
  const outcome = checked.is === "done" ? await call(logIn, { body }) : checked;
  const opened = outcome.is === "done" && "token" in outcome.reply ? outcome.reply : null;
  if (opened || get(tokenAtom) === held) set(tokenAtom, opened?.token ?? null);
  if (opened) writeSetting("away", "1");
  if (opened?.failedTries) {
    set(addAlertAtom, { kind: "info", text: failedTriesText(opened.failedTries), ms: failedTriesMs });
  }
  return stepOf(outcome);
});

/**
 * Logout: this browser forgets the token at once, and the server ends the login. Nobody waits for the server, because
 * an operator who leaves must be out even where the network is not there.
 */
export const logOutAtom = atom(null, (_get, set) => {
  const loggedOut = call(logOut, {}, { quiet: true });
  set(signOutAtom, "asked");
  return loggedOut;
});
