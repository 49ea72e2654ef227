import { listWaitingDeletions, readAccountDeletion } from "#shared/account-deletion/account-deletion.api.ts";
import type {
  AccountDeletion,
  AccountDeletionRecord,
  Standing,
} from "#shared/account-deletion/account-deletion.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { oneForKey } from "../../state/one-for-key.ts";

interface WaitingDeletions {
  /** The oldest first. */
  requests: readonly AccountDeletion[];
  total: number;
}

/** What waits after this event: what is processed leaves; a new one is loaded, because events carry no phone. */
const afterEvent = (
  known: WaitingDeletions,
  { _id, requestProcessed }: AccountDeletionRecord,
): WaitingDeletions | typeof loadAgain => {
  if (!requestProcessed) return known.requests.some((request) => request._id === _id) ? known : loadAgain;
  const requests = known.requests.filter((request) => request._id !== _id);
  return { requests, total: known.total - (known.requests.length - requests.length) };
};

/** Customers who wait for their deletion. */
export const waitingDeletionsAtom = liveAtom<WaitingDeletions>({
  rooms: ["accountDeletions"],
  load: loadBy(listWaitingDeletions, {}, ({ requests, total }) => ({ requests, total })),
  handlers: { "accountDeletion.changed": afterEvent },
});

interface Evidence {
  standing: Standing;
  whyNot: string | null;
}

/** What an account still holds; confirming reads it once more. */
export const standingAtomOf = oneForKey((id: string) =>
  liveAtom<Evidence>({
    rooms: ["accountDeletions"],
    load: loadBy(readAccountDeletion, { params: { id } }, ({ standing, whyNot }) => ({ standing, whyNot })),
    handlers: { "accountDeletion.changed": (known, { _id }) => (_id === id ? loadAgain : known) },
  }),
);
