import { useMemo } from "react";
import { isOverdue } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { Chip } from "../../ui/StateChip.tsx";
import { ago, fullTime, lengthOf } from "../../ui/times.ts";

/** "in 9 min", ticking; the full time on hover. A time that has come is due, and overdue when nobody begins. */
export function NextRun({ job }: { job: Job }) {
  const moment = job.nextAt === null ? Number.NaN : Date.parse(job.nextAt);
  const words = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const now = get(nowAtom);
          if (isOverdue(job, now)) return "Overdue";
          if (moment <= now) return "due";
          return moment - now > 60_000 ? ago(moment, now) : `in ${lengthOf(moment - now)}`;
        }),
      [job, moment],
    ),
  );
  if (job.nextAt === null) return <span className="muted">–</span>;
  return (
    <time className="figures nowrap" dateTime={job.nextAt} title={fullTime(moment)}>
      {words === "Overdue" ? <Chip tone="danger" icon="pi-clock" word={words} /> : words}
    </time>
  );
}
