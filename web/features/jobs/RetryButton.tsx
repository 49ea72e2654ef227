import { useMemo } from "react";
import { isFailing, whyNotRetry } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { retry } from "./jobs.atoms.ts";

/** Stands only where something of the job has failed. */
export function RetryButton({ job }: { job: Job }) {
  const whyNot = useWhyOnlyAdmin("jobs");
  const why = useAtomValue(useMemo(() => atom((get) => whyNotRetry(job, get(nowAtom))), [job]));
  if (!isFailing(job)) return null;
  return (
    <ActionButton small whyNot={whyNot ?? why} action={() => retry(job._id)}>
      Retry <span className="unseen">{job.name}</span>
    </ActionButton>
  );
}
