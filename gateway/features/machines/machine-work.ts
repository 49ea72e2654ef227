import { DomainError } from "#shared/http/domain-error.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { WorkRequest } from "#shared/machines/machine-work.api.ts";
import { longestWorkMs } from "#shared/machines/under-work.rules.ts";
import type { SignedIn } from "../../http/login.ts";

/** The work as a machine keeps it; null ends it. Throws `invalid` for an end that is over or too far away. */
export const workOf = (
  { userId: by }: SignedIn,
  { until, reason }: WorkRequest,
  now: number,
): NonNullable<MachineDocument["work"]> | null => {
  if (until === null) return null;
  const end = new Date(until);
  if (end.getTime() <= now) throw new DomainError("invalid", "until: must be in the future");
  if (end.getTime() - now > longestWorkMs) throw new DomainError("invalid", "until: must be within 30 days");
  return { until: end, reason, by };
};

/** As it is shown: null where it was taken away, missing where nobody ever worked there. */
export const workView = (work: MachineDocument["work"]) =>
  work && { until: work.until.toISOString(), reason: work.reason };
