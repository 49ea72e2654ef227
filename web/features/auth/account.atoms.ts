import { changePassword, endLogin, endOtherLogins, readAccount } from "#shared/auth/auth.api.ts";
import type { Account, PasswordChange } from "#shared/auth/auth.schema.ts";
import { call } from "../../http/call.ts";
import { loadByToken } from "../../http/load-by-token.ts";
import { atom } from "../../state/jotai.ts";

const { shownAtom, loadAtom } = loadByToken(readAccount, (account): Account => account);

/** The own account; loaded when its page opens, and by Retry. What the page does answers it anew. */
export const accountAtom = atom((get) => get(shownAtom));

export const loadAccountAtom = loadAtom;

/** Ends one of the own logins, or all but this one. */
export const endLoginAtom = atom(null, async (_get, set, id: string | "others") => {
  const outcome = id === "others" ? await call(endOtherLogins, {}) : await call(endLogin, { params: { id } });
  if (outcome.is === "done") set(shownAtom, { state: "ready", data: outcome.reply });
  // Somebody else may have ended it: what stands is loaded.
  else if (outcome.is === "refused" && outcome.status === 404) await set(loadAccountAtom);
});

/** Null when it was changed, else the server's words for the field that they are about. */
export const changePasswordAtom = atom(
  null,
  async (_get, set, body: PasswordChange): Promise<Partial<Record<"present" | "password", string>> | null> => {
    const outcome = await call(changePassword, { body });
    if (outcome.is === "done") {
      await set(loadAccountAtom);
      return null;
    }
    const [, field, words] = /^(present|password): (.*)$/.exec(outcome.error) ?? [];
    return field && words ? { [field]: words } : {};
  },
);
