import { settingsId } from "#shared/settings/settings.schema.ts";
import { readCanCase } from "#shared/transactions/can-case.api.ts";
import type { CanCase } from "#shared/transactions/can-case.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** What is known around one of them; loaded anew with each thing that becomes known of it. */
export const canCaseAtomOf = oneForKey((id: string) =>
  liveAtom<CanCase>({
    rooms: [`transaction/${id}`, `settings/${settingsId}`],
    load: loadBy(readCanCase, { params: { id } }, (reply) => reply.case),
    handlers: {
      "transaction.changed": (known, incoming) => (incoming._id === id ? loadAgain : known),
      "settings.changed": () => loadAgain,
    },
  }),
);
