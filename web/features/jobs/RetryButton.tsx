import { useMemo } from "react";
import { isFailing, whyNotRetry } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { useWhyOnlyAdmin } from "../../records/own-deeds.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { DeedButton } from "../../ui/DeedButton.tsx";
import { retry } from "./jobs.atoms.ts";

/** Stands only where something of the job has failed. */
export function RetryButton({ job }: { job: Job }) {
  const whyNot = useWhyOnlyAdmin("jobs");
  const why = useAtomValue(useMemo(() => atom((get) => whyNotRetry(job, get(nowAtom))), [job]));
  if (!isFailing(job)) return null;
  return (
    <DeedButton small whyNot={whyNot ?? why} deed={() => retry(job._id)}>
      Retry <span className="unseen">{job.name}</span>
    </DeedButton>
  );
}
