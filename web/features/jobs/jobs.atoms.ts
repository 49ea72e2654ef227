import type { CallReply } from "#shared/http/endpoint.ts";
import { listJobs, retryJob } from "#shared/jobs/job.api.ts";
import { jobRecord } from "#shared/jobs/job.record.ts";
import { isOverdue } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { callOnce } from "../../http/call-once.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { withoutRecord, withRecord } from "../../live/records.ts";
import { atom } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";

type Known = Pick<CallReply<typeof listJobs>, "jobs" | "timeZone" | "kept">;
const inJobs = (known: Known, change: (jobs: Job[]) => Job[]): Known => ({ ...known, jobs: change(known.jobs) });

/** All work of the workers, followed while somebody looks. */
export const jobsAtom = liveAtom<Known>({
  rooms: [...jobRecord.lists],
  load: loadBy(listJobs, {}, ({ jobs, timeZone, kept }) => ({ jobs, timeZone, kept })),
  handlers: {
    "job.changed": (known, incoming) => inJobs(known, (jobs) => withRecord(jobs, incoming)),
    "job.removed": (known, gone) => inJobs(known, (jobs) => withoutRecord(jobs, gone)),
  },
});

/** How many recurring jobs do not come, as the clock goes on. */
export const overdueAtom = atom((get) => {
  const now = get(nowAtom);
  return get(jobsAtom).data?.jobs.filter((job) => isOverdue(job, now)).length ?? 0;
});

/** A second try of the same click is the same retry. `quiet`: the caller reports itself how it ended. */
export const retry = (id: string, quiet = false) => callOnce(retryJob, { params: { id } }, { keptMs: 60_000, quiet });
