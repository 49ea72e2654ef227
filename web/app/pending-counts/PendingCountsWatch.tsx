import { useEffect, useRef } from "react";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { readPendingCounts } from "#shared/pending-counts/pending-counts.api.ts";
import type { PendingCounts } from "#shared/pending-counts/pending-counts.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { badgesAtom } from "../../state/pending-counts.atoms.ts";
import { unreadReportsAtom } from "../../state/report-news.atoms.ts";
import { soundAtom } from "../../state/sound.atoms.ts";
import { keepActiveTab } from "./active-tab.ts";
import { badgesOf, isWorse } from "./badges.ts";
import { afterCount, type Counted } from "./counted.ts";

/** Pending counts: one load and one room for the whole console. A load that fails shows no alert. */
export const pendingCountsAtom = liveAtom<Counted>({
  rooms: ["attention"],
  load: loadBy(readPendingCounts, {}, ({ attention }) => ({ waits: attention, isNews: false }), { isQuiet: true }),
  handlers: { "attention.changed": afterCount },
});

/** Follows on every page how much waits for somebody, for the navigation and the tab's title, and sounds when it grows. */
export function PendingCountsWatch({ operator: { role } }: { operator: Pick<Operator, "role"> }) {
  const counted = useAtomValue(pendingCountsAtom).data;
  const newReports = useAtomValue(unreadReportsAtom);
  const sounds = useAtomValue(soundAtom);
  const setBadges = useSetAtom(badgesAtom);
  const known = useRef<PendingCounts>(undefined);

  useEffect(() => setBadges(badgesOf(counted?.waits, newReports, role)), [counted, newReports, role, setBadges]);
  useEffect(() => () => setBadges({}), [setBadges]);
  useEffect(() => keepActiveTab(), []);
  useEffect(() => {
    if (!counted) return;
    const before = known.current;
    known.current = counted.waits;
    if (!sounds || !before || !counted.isNews || !isWorse(before, counted.waits)) return;
    // Without its code there is no sound: the figures say the same.
    void import("./sound.ts").then(({ sound }) => sound()).catch(() => undefined);
  }, [counted, sounds]);
  return null;
}
