import { settingsId } from "#shared/settings/settings.schema.ts";
import { listNeedsAction, readCanCase } from "#shared/transactions/can-case.api.ts";
import type { CanCase } from "#shared/transactions/can-case.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withCustomer, withMachineName } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";
import { afterNews, type NeedsAction } from "./needs-action-news.ts";

/** Cans that did not come out: what is settled leaves the list, what has ended unopened joins it. */
export const needsActionAtom = liveAtom<NeedsAction>({
  rooms: ["transactions", "users", "machines"],
  load: loadBy(listNeedsAction, {}, ({ transactions: cans, total }) => ({ cans, total })),
  handlers: {
    "transaction.changed": afterNews,
    "user.changed": (known, user) => ({ ...known, cans: known.cans.map((can) => withCustomer(can, user)) }),
    "machine.changed": (known, machine) => ({ ...known, cans: known.cans.map((can) => withMachineName(can, machine)) }),
  },
});

/** What is known around one of them; loaded anew with each thing that becomes known of it. */
export const canCaseAtomOf = oneForKey((id: string) =>
  liveAtom<CanCase>({
    rooms: [`transaction/${id}`, `settings/${settingsId}`],
    load: loadBy(readCanCase, { params: { id } }, (reply) => reply.case),
    handlers: {
      "transaction.changed": (known, told) => (told._id === id ? loadAgain : known),
      "settings.changed": () => loadAgain,
    },
  }),
);
