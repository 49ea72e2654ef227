import { DomainError } from "#shared/http/domain-error.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { WorkRequest } from "#shared/machines/machine-work.api.ts";
import { isUnderWork, longestWorkMs } from "#shared/machines/under-work.rules.ts";
import type { SignedIn } from "../../http/login.ts";

type Work = NonNullable<MachineDocument["work"]>;
type Worked = Pick<MachineDocument, "work">;

/** The work as a machine keeps it; null ends it. Throws `invalid` for an end that is over or too far away. */
export const workOf = ({ userId: by }: SignedIn, { until, reason }: WorkRequest, now: number): Work | null => {
  if (until === null) return null;
  const end = new Date(until);
  if (end.getTime() <= now) throw new DomainError("invalid", "until: must be in the future");
  if (end.getTime() - now > longestWorkMs) throw new DomainError("invalid", "until: must be within 30 days");
  return { until: end, reason, by };
};

/** What is written of it; `now` in milliseconds since 1970. */
export const changedWork = ({ work: before }: Worked, work: Work | null, now: number) => ({
  work,
  ...(work === null && before ? { workEndedAt: new Date(Math.min(before.until.getTime(), now)) } : {}),
});

/**
 * What a machine has once its region has this work (null ends it), null where that changes nothing: its own work stays
 * where it lasts longer, and is there again when the region's is ended.
 */
export const workWithRegion = ({ work: before }: Worked, ofRegion: Work | null, now: number) => {
  const isOfRegion = before?.own !== undefined;
  const present = (isOfRegion ? before.own : before) ?? null;
  const own = isUnderWork(present, now) ? present : null;
  if (!isOfRegion && (ofRegion === null || (own && own.until >= ofRegion.until))) return null;
  const work = ofRegion && !(own && own.until >= ofRegion.until) ? { ...ofRegion, own } : own;
  return changedWork({ work: before }, work, now);
};

/** As it is shown: null where it was taken away, missing where nobody ever worked there. */
export const workView = (work: MachineDocument["work"]) =>
  work && { until: work.until.toISOString(), reason: work.reason };
