import { readAccountDeletion } from "#shared/account-deletion/account-deletion.api.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import { call } from "../../http/call.ts";
import { atom } from "../../state/jotai.ts";

const shownAtom = atom<CallReply<typeof readAccountDeletion> | null>(null);

/** What an admin is asked about, as it stood when it was read; null while he is asked nothing. */
export const requestedDeletionAtom = atom((get) => get(shownAtom));

export const closeDeletionAtom = atom(null, (_get, set) => set(shownAtom, null));

/** Reads what stands open, and asks; a failure has been said. */
export const requestDeletionAtom = atom(null, async (_get, set, id: string) => {
  const outcome = await call(readAccountDeletion, { params: { id } });
  set(shownAtom, outcome.is === "done" ? outcome.reply : null);
});
