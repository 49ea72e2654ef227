import { useMemo } from "react";
import { isFailing, whyNotRetry } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Button } from "../../ui/Button.tsx";
import { useDeed } from "../../ui/use-deed.ts";
import { retry } from "./jobs.atoms.ts";

/** Stands only where something of the job has failed. */
export function RetryButton({ job }: { job: Job }) {
  const operator = useAtomValue(operatorAtom);
  const why = useAtomValue(useMemo(() => atom((get) => whyNotRetry(job, get(nowAtom))), [job]));
  const { doing, during } = useDeed<"retry">();
  if (!isFailing(job)) return null;
  return (
    <Button
      small
      working={doing === "retry"}
      whyNot={(operator && whyOnlyAdmin(operator.role, "jobs")) ?? why}
      onClick={() => void during("retry", () => retry(job._id))}
    >
      Retry <span className="unseen">{job.name}</span>
    </Button>
  );
}
