import { machineRoom, unitRoom } from "#shared/events/rooms.ts";
import { readMachineTimeline } from "#shared/machines/machine-timeline.api.ts";
import type { TimelineEntry } from "#shared/machines/machine-timeline.schema.ts";
import { call } from "../../http/call.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { serverNow } from "../../state/server-clock.ts";

interface Timeline {
  entries: TimelineEntry[];
  /** Where the next page begins; null at the end. */
  next: string | null;
  /** Something happened since it was loaded. */
  isOld: boolean;
}

/** Which part of it: moments, empty where it has no bound, and kinds separated by commas, empty for all. */
interface TimelinePart {
  kinds: string;
  since: string;
  before: string;
}

/** What happened at a machine, newest first. Older pages are added as they are requested. */
export const timelineOf = (id: string, serialNumber: string | null, { kinds, since, before }: TimelinePart) => {
  const query = { ...(kinds && { kinds }), ...(since && { since }) };
  // Nothing joins a part that has ended.
  const isOld = (timeline: Timeline): Timeline =>
    before && Date.parse(before) <= serverNow() ? timeline : { ...timeline, isOld: true };
  const timelineAtom = liveAtom<Timeline>({
    rooms: [machineRoom(id), ...(serialNumber ? [unitRoom(serialNumber)] : [])],
    load: loadBy(
      readMachineTimeline,
      { params: { id }, query: { ...query, ...(before && { before }) } },
      ({ entries, next }) => ({ entries, next, isOld: false }),
    ),
    handlers: {
      "session.changed": (timeline, session) => (session.vendingMachine === id ? isOld(timeline) : timeline),
      "machine.changed": (timeline, machine) => (machine._id === id ? isOld(timeline) : timeline),
    },
  });

  /** The next page; null when it could not be read. The alert has been shown. */
  const older = async (before: string): Promise<((timeline: Timeline) => Timeline) | null> => {
    const outcome = await call(readMachineTimeline, { params: { id }, query: { ...query, before } });
    if (outcome.is !== "done") return null;
    const { entries, next } = outcome.reply;
    return (timeline) =>
      timeline.next === before ? { ...timeline, entries: [...timeline.entries, ...entries], next } : timeline;
  };
  return { timelineAtom, older };
};
