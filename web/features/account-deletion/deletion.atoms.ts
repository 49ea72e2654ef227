import { readAccountDeletion } from "#shared/account-deletion/account-deletion.api.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { call } from "../../http/call.ts";
import { atom } from "../../state/jotai.ts";

const shownAtom = atom<CallReply<typeof readAccountDeletion> | null>(null);

/** The account that an admin is to confirm, as it was read; null while there is none. */
export const requestedDeletionAtom = atom((get) => get(shownAtom));

export const closeDeletionAtom = atom(null, (_get, set) => set(shownAtom, null));

/** Reads what is open, and opens the dialog; a failure was shown. */
export const requestDeletionAtom = atom(null, async (_get, set, id: string) => {
  const outcome = await call(readAccountDeletion, { params: { id } });
  set(shownAtom, outcome.is === "done" ? outcome.reply : null);
});
