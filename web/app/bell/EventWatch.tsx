import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { unreadEventsAtom } from "../../state/report-news.atoms.ts";
import { networkEventsAtom } from "./network-events.atoms.ts";
import { isUnread, readUntilAtom } from "./read-until.atoms.ts";

/** Counts for the bell, on every page, what happened since the operator looked last. */
export function EventWatch({ operator }: { operator: string }) {
  const { data } = useAtomValue(networkEventsAtom);
  const readUntil = useAtomValue(readUntilAtom)(operator);
  const setUnread = useSetAtom(unreadEventsAtom);
  useEffect(() => {
    setUnread((data ?? []).filter((event) => isUnread(event, readUntil)).length);
  }, [data, readUntil, setUnread]);
  useEffect(() => () => setUnread(0), [setUnread]);
  return null;
}
