import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import type { readMachineTimeline } from "#shared/machines/machine-timeline.api.ts";
import { type TimelineKind, timelineKinds } from "#shared/machines/machine-timeline.schema.ts";
import type { Role } from "#shared/users/user.schema.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { MachineHistoryRepository } from "./machine-history.repository.ts";
import { type MachineHistoryService, perPage } from "./machine-history.service.ts";
import { createTimelineChanges } from "./timeline-changes.ts";
import type { TimelinePart } from "./timeline-part.ts";
import { createTimelineSales } from "./timeline-sales.ts";
import { createTimelineStates } from "./timeline-states.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock"> & {
  history: MachineHistoryRepository;
  sources: MachineHistoryService["sources"];
};
type Query = CallParts<typeof readMachineTimeline>["query"];
type Page = CallReply<typeof readMachineTimeline>;

const dayMs = 86_400_000;

/** How far down a part is complete; empty where nothing is older. */
const reachOf = ({ entries, isAll, reach }: TimelinePart): string =>
  isAll ? "" : (reach?.toISOString() ?? entries.at(-1)?.at ?? "");

/**
 * Parts that are each newest first become one page. All of one moment stand on it together, so that the next one can
 * begin before it; nothing older than the part that reaches least far is shown.
 */
const pageOfParts = (parts: TimelinePart[], since: string): Page => {
  const all = parts.flatMap(({ entries }) => entries).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const complete = parts.map(reachOf).sort().at(-1) ?? "";
  const cut = [all[perPage - 1]?.at ?? "", complete].sort().at(-1) ?? "";
  const entries = all.filter(({ at }) => at >= cut && at >= since);
  const isEnd = cut <= since || (complete === "" && all.every(({ at }) => at >= cut));
  return { entries, next: isEnd ? null : cut };
};

/** All that happened at a machine, in one list. Nothing is stored for it: each page reads each kind by its own index. */
export const createTimelineService = ({ mongo, clock, history, sources }: Parts) => {
  const least = perPage + 1;
  const own = {
    ...createTimelineSales(mongo, least),
    ...createTimelineChanges(mongo, least),
    ...createTimelineStates(mongo, least),
  };
  return {
    /** Throws `missing`. */
    read: async (id: string, { before, since = "", kinds }: Query, role: Role): Promise<Page> => {
      const { found } = await mongo.readAsOf((dbSession) => history.aroundId(dbSession, id));
      const { _id } = found.machine;
      // A clock that is ahead of ours must not hide the newest.
      const bound = before === undefined ? new Date(clock.now() + dayMs) : new Date(before);
      const readers: Record<TimelineKind, () => Promise<TimelinePart>> = {
        connection: () => sources.connection(found, bound),
        door: () => sources.door(found, bound),
        command: () => sources.command(found, bound),
        problem: () => sources.problem(found, bound),
        order: () => own.order(_id, bound),
        vend: () => own.vend(_id, bound),
        stock: () => own.stock(_id, bound, role),
        change: () => own.change(_id, bound, role),
        alarm: () => own.alarm(_id, bound),
        temperature: () => own.temperature(_id, bound),
      };
      const wanted = timelineKinds.filter((kind) => !kinds?.length || kinds.includes(kind));
      const parts = await Promise.all(wanted.map((kind) => readers[kind]()));
      return pageOfParts(parts, since === "" ? "" : new Date(since).toISOString());
    },
  };
};
