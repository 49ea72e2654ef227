import { readPendingCounts } from "#shared/pending-counts/pending-counts.api.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { afterCount, type Counted } from "./counted.ts";

/** Pending counts: one load and one room for the whole console. A load that fails shows no alert. */
export const pendingCountsAtom = liveAtom<Counted>({
  rooms: ["attention"],
  load: loadBy(readPendingCounts, {}, ({ attention }) => ({ waits: attention, isNews: false }), { isQuiet: true }),
  handlers: { "attention.changed": afterCount },
});
