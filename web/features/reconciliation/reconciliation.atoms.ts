import { readReconciliations } from "#shared/reconciliation/reconciliation.api.ts";
import type { Drift, Reconciliation } from "#shared/reconciliation/reconciliation.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";

interface Reconciliations {
  /** The newest first. */
  latest: readonly Reconciliation[];
  /** What the last one that ended found. */
  drifts: readonly Drift[];
}

/** A running reconciliation shows its progress; what it found comes with its end. */
export const reconciliationsAtom = liveAtom<Reconciliations>({
  rooms: ["reconciliations"],
  load: loadBy(readReconciliations, {}, ({ reconciliations: latest, drifts }) => ({ latest, drifts })),
  handlers: {
    "reconciliation.changed": (known, incoming) => {
      const at = known.latest.findIndex(({ _id }) => _id === incoming._id);
      if (incoming.state === "done" || at < 0) return loadAgain;
      return { ...known, latest: known.latest.with(at, incoming) };
    },
  },
});
