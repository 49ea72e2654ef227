import type { CallParts, CallReply } from "#shared/http/endpoint.ts";
import type { readMachineHistory } from "#shared/machines/machine.api.ts";
import type { HistoryEntry, HistoryKind } from "#shared/machines/machine-history.schema.ts";
import { readByIds } from "#shared/runtime/read-by-ids.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { HeardRepository } from "./heard.repository.ts";
import type { LockHistoryRepository } from "./lock-history.repository.ts";
import type { Connection, MachineAround, MachineHistoryRepository } from "./machine-history.repository.ts";
import { daysShown, measuredDays } from "./measured-days.ts";
import { latestSilences, longestStepMs, type Silence, uptimeOf } from "./silences.ts";

type Parts = Pick<FeatureParts, "config" | "mongo" | "clock" | "limits" | "presence"> & {
  history: MachineHistoryRepository;
  locks: LockHistoryRepository;
  heard: HeardRepository;
};
type Query = CallParts<typeof readMachineHistory>["query"];
interface HistoryParts {
  entries: HistoryEntry[];
  isAll: boolean;
}

/** Entries of one page, and one more to know whether there is another. */
export const perPage = 100;
const least = perPage + 1;
const dayMs = 86_400_000;

const moment = (at: number | Date) => new Date(at).toISOString();

/** Newest first. All of one moment stand on one page, so that the next one can begin before it. */
const pageOf = (sources: HistoryParts[]): Pick<CallReply<typeof readMachineHistory>, "entries" | "more"> => {
  const all = sources.flatMap(({ entries }) => entries).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const cut = all[perPage - 1]?.at ?? "";
  const entries = all.filter(({ at }) => at >= cut);
  return { entries, more: entries.length < all.length || sources.some(({ isAll }) => !isAll) };
};

const connectionEntry = ({ receivedAt, meta, event, why, problem }: Connection): HistoryEntry[] => {
  const when = { at: moment(receivedAt), serialNumber: meta.unit };
  if (event === "connected") return [{ kind: event, ...when }];
  if (event === "disconnected") return [{ kind: event, ...when, why: why ?? "left" }];
  return problem ? [{ kind: event, ...when, reason: why ?? "", ...problem }] : [];
};

const gapOf = ({ from, to }: Silence, now: number): HistoryEntry => ({
  kind: "gap",
  at: moment(to ?? now),
  from: moment(from),
  to: to === null ? null : moment(to),
});

/** The gaps of the page, and the uptime, which is made of all gaps. */
const silencesOf = async (
  { config, limits, presence, heard }: Pick<Parts, "config" | "limits" | "presence" | "heard">,
  { machine, serialNumber }: MachineAround,
  before: Date | null,
  now: number,
) => {
  const silentAfterMs = limits.silentAfterSeconds * 1_000;
  const rowEveryMs = limits.storeLiveEveryMs;
  const question = {
    machine: machine._id.toHexString(),
    now,
    silentAfterMs,
    longestStepMs: longestStepMs({ silentAfterMs, rowEveryMs }),
  };
  const [found, seen] = await Promise.all([
    heard.of(question, {
      before: before ?? new Date(now + dayMs),
      most: least,
      since: before === null ? new Date(now - (daysShown + 1) * dayMs) : null,
    }),
    serialNumber ? presence.read([serialNumber]) : null,
  ]);
  const lastSeen = (serialNumber && seen?.get(serialNumber)?.lastSeen) || null;
  const latest = latestSilences(found.heard, lastSeen, now, { silentAfterMs, rowEveryMs });
  // Only the first page contains what still goes on.
  const listed = latest.filter(({ to }) => before === null || (to !== null && to < before.getTime()));
  const enclosed = ({ last, next }: (typeof found.steps)[number]): Silence => ({
    from: last.getTime() + silentAfterMs,
    to: next.getTime(),
  });
  const measured = measuredDays({
    now,
    timeZone: config.TIME_ZONE,
    first: found.heard.first ?? lastSeen,
    silences: [...found.lately.map(enclosed), ...latest],
  });
  return {
    gaps: {
      entries: [...listed, ...found.steps.map(enclosed)].map((gap) => gapOf(gap, now)),
      isAll: found.steps.length < least,
    },
    uptime: uptimeOf(found.heard, lastSeen, latest, now),
    measured: before === null ? measured : null,
  };
};

/** What happened at a machine, and how much of the time it was heard. */
export const createMachineHistoryService = (parts: Parts) => {
  const { config, mongo, clock, history, locks } = parts;

  const eventsOf = async (
    { machine }: MachineAround,
    events: Connection["event"][],
    before: Date,
  ): Promise<HistoryParts> => {
    const { rows, isAll } = await history.connections(machine._id.toHexString(), events, before, least);
    return { entries: rows.flatMap(connectionEntry), isAll };
  };

  const doors = async ({ machine, labels }: MachineAround, before: Date): Promise<HistoryParts> => {
    const { rows, isAll } = await locks.page(machine._id.toHexString(), before, least);
    const entries = rows.map(
      ({ receivedAt, meta, channel, isLocked, unlisted = 0 }): HistoryEntry => ({
        kind: "door",
        at: moment(receivedAt),
        serialNumber: meta.unit,
        channel,
        isLocked,
        unlisted,
        containerId: labels.get(channel) ?? "",
      }),
    );
    return { entries, isAll };
  };

  const commands = async ({ machine }: MachineAround, before: Date): Promise<HistoryParts> => {
    const { rows, isAll } = await history.commands(machine._id, before, least);
    const people = rows.map(({ startedBy }) => startedBy);
    const [known, userOf] = await Promise.all([
      history.rowsOf(rows.map(({ _id }) => _id)),
      readByIds(mongo.collections.users, undefined, people, ["name"]),
    ]);
    const entries = rows.map(({ _id, type, status, reason, startedBy, createdAt }): HistoryEntry => {
      const sessionId = _id.toHexString();
      const about = known.get(sessionId);
      return {
        kind: "command",
        at: moment(createdAt),
        sessionId,
        type,
        status,
        reason: reason ?? about?.reason ?? null,
        containers: about?.labels ?? [],
        startedBy: userOf(startedBy)?.name ?? "",
      };
    });
    return { entries, isAll };
  };

  return {
    /** Each kind of entry by itself, newest first, older than `before`. */
    sources: {
      connection: (found: MachineAround, before: Date) => eventsOf(found, ["connected", "disconnected"], before),
      command: commands,
      door: doors,
      problem: (found: MachineAround, before: Date) => eventsOf(found, ["problem"], before),
    },

    read: async (id: string, { before, kind }: Query): Promise<CallReply<typeof readMachineHistory>> => {
      const now = clock.now();
      const { found } = await mongo.readAsOf((dbSession) => history.aroundId(dbSession, id));
      const from = before === undefined ? null : new Date(before);
      // A clock that is ahead of ours must not hide the newest.
      const bound = from ?? new Date(now + dayMs);
      const when = (one: HistoryKind, read: () => Promise<HistoryParts>) =>
        kind === undefined || kind === one ? read() : { entries: [], isAll: true };
      const [{ gaps, uptime, measured }, ...others] = await Promise.all([
        silencesOf(parts, found, from, now),
        when("connection", () => eventsOf(found, ["connected", "disconnected"], bound)),
        when("command", () => commands(found, bound)),
        when("door", () => doors(found, bound)),
        when("problem", () => eventsOf(found, ["problem"], bound)),
      ]);
      const sources = kind === undefined || kind === "gap" ? [gaps, ...others] : others;
      return { ...pageOf(sources), uptime, measured, keptDays: config.HISTORY_DAYS };
    },
  };
};
export type MachineHistoryService = ReturnType<typeof createMachineHistoryService>;
