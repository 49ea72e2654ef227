import { whyNotRetry } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { type BulkAction, endOfCall } from "../../recipes/bulk/bulk-action.ts";
import { store } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { retry } from "./jobs.atoms.ts";

/** What may be done to several jobs, as after an hour in which a store was away. */
export const jobActions: readonly BulkAction<Job>[] = [
  {
    words: "Retry",
    whyNot: (job) => {
      const operator = store.get(operatorAtom);
      return (operator && whyOnlyAdmin(operator.role, "jobs")) ?? whyNotRetry(job, store.get(nowAtom));
    },
    do: async ({ _id }) => endOfCall(await retry(_id, true)),
  },
];
