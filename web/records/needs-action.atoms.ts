import { listNeedsAction } from "#shared/transactions/needs-action.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { liveAtom } from "../live/live.atom.ts";
import { loadBy } from "../live/load-by.ts";
import { namesIn } from "./customer-and-machine.ts";
import { afterEvent, type NeedsAction } from "./needs-action-events.ts";

/** Cans that did not come out: what is settled leaves the list, what has ended unopened joins it. */
export const needsActionAtom = liveAtom<NeedsAction>({
  rooms: ["transactions", "users", "machine-names"],
  load: loadBy(listNeedsAction, {}, ({ transactions: cans, total }) => ({ cans, total })),
  // Two minutes after it was taken a can is due without any event.
  againEveryMs: 30_000,
  handlers: {
    "transaction.changed": afterEvent,
    ...namesIn<NeedsAction, CanTransaction>((known, rename) => ({
      ...known,
      cans: known.cans.map(rename),
    })),
  },
});
