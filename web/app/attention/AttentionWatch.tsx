import { useEffect, useRef } from "react";
import type { Attention } from "#shared/attention/attention.schema.ts";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { asksAtom } from "../../state/attention.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { unreadReportsAtom } from "../../state/report-news.atoms.ts";
import { soundAtom } from "../../state/sound.atoms.ts";
import { keepActiveTab } from "./active-tab.ts";
import { asksOf, isWorse } from "./asks.ts";
import { attentionAtom } from "./attention.atoms.ts";

/** Follows on every page how much waits for somebody, for the navigation and the tab's title, and sounds when it grows. */
export function AttentionWatch({ operator: { role } }: { operator: Pick<Operator, "role"> }) {
  const counted = useAtomValue(attentionAtom).data;
  const newReports = useAtomValue(unreadReportsAtom);
  const sounds = useAtomValue(soundAtom);
  const setAsks = useSetAtom(asksAtom);
  const known = useRef<Attention>(undefined);

  useEffect(() => setAsks(asksOf(counted?.waits, newReports, role)), [counted, newReports, role, setAsks]);
  useEffect(() => () => setAsks({}), [setAsks]);
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
