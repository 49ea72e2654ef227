import { readTransaction } from "#shared/transactions/transaction.api.ts";
import type { CanTransaction } from "#shared/transactions/transaction.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { namesIn, withPublished } from "../../records/customer-and-machine.ts";
import { oneForKey } from "../../state/one-for-key.ts";

/** One can that was taken, with the names of its customer and machine, true to the moment. */
export const transactionAtomOf = oneForKey((id: string) =>
  liveAtom<CanTransaction | null>({
    rooms: [`transaction/${id}`, "users", "machines"],
    load: loadBy(readTransaction, { params: { id } }, ({ canTransaction }) => canTransaction),
    handlers: {
      "transaction.changed": (can, incoming) => (can?._id === incoming._id ? withPublished(can, incoming) : can),
      "transaction.removed": (can, gone) => (can?._id === gone._id ? null : can),
      ...namesIn<CanTransaction | null, CanTransaction>((can, rename) => can && rename(can)),
    },
  }),
);
