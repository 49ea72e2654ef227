import { useMemo } from "react";
import { isFailing, whyNotRetry } from "#shared/jobs/job.rules.ts";
import type { FailedJob, Job, JobRun } from "#shared/jobs/job.schema.ts";
import { scheduleWords } from "#shared/jobs/schedule.ts";
import { useWhyOnlyAdmin } from "../../records/own-actions.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import { nowAtom } from "../../state/now.atoms.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { lengthOf } from "../../ui/times.ts";
import { retry } from "./jobs.atoms.ts";
import { NextRun } from "./NextRun.tsx";

const took = (ms: number | null): string => {
  if (ms === null) return "–";
  return ms < 1_000 ? `${ms} ms` : lengthOf(ms);
};

const outcomeOf = (job: Job): string => {
  if (job.runningSince !== null) return "Running";
  if (isFailing(job)) return "Failed";
  return job.lastDoneAt === null ? "Not run yet" : "Done";
};
/** Stands only where something of the job has failed. */
function RetryButton({ job }: { job: Job }) {
  const whyNot = useWhyOnlyAdmin("jobs");
  const why = useAtomValue(useMemo(() => atom((get) => whyNotRetry(job, get(nowAtom))), [job]));
  if (!isFailing(job)) return null;
  return (
    <ActionButton small whyNot={whyNot ?? why} action={() => retry(job._id)}>
      Retry <span className="unseen">{job.name}</span>
    </ActionButton>
  );
}

const Outcome = (job: Job) => {
  const word = outcomeOf(job);
  if (word === "Failed")
    return (
      <>
        <Chip tone="danger" icon="pi-exclamation-triangle" word={word} />
        {/* A phone's card has no column for it. */}
        <span className="on-phone">
          {" "}
          <RetryButton job={job} />
        </span>
      </>
    );
  if (word === "Running") return <Chip tone="quiet" icon="pi-cog" word={word} />;
  return <span className={word === "Done" ? undefined : "muted"}>{word}</span>;
};

export const jobColumns: Column<Job>[] = [
  {
    id: "does",
    head: "What it does",
    width: 304,
    onPhone: "title",
    value: ({ does }) => does,
    cell: ({ does }) => (
      <span className="cell-lines" title={does}>
        {does}
      </span>
    ),
  },
  { id: "name", head: "Job", width: 164, narrow: 156, value: ({ name }) => name, as: "mono" },
  {
    id: "schedule",
    head: "Schedule",
    width: 206,
    wide: true,
    filterable: false,
    onPhone: "line",
    value: ({ schedule }) => scheduleWords(schedule),
  },
  {
    id: "lastRunAt",
    head: "Last run",
    kind: "time",
    width: 106,
    value: ({ lastRunAt }) => lastRunAt,
    cell: ({ lastRunAt }) => <RelativeTime at={lastRunAt} />,
  },
  {
    id: "lastMs",
    head: "Duration",
    kind: "number",
    width: 82,
    wide: true,
    glows: false,
    value: ({ lastMs }) => lastMs,
    cell: ({ lastMs }) => took(lastMs),
  },
  {
    id: "nextAt",
    head: "Next run",
    kind: "time",
    width: 86,
    value: ({ nextAt }) => nextAt,
    cell: (job) => <NextRun job={job} />,
  },
  { id: "runs", head: "Runs", kind: "number", width: 90, glows: false, value: ({ runs }) => runs, hidden: true },
  { id: "failures", head: "Failures", kind: "number", width: 90, value: ({ failures }) => failures, hidden: true },
  { id: "outcome", head: "Outcome", kind: "choice", width: 100, onPhone: "side", value: outcomeOf, cell: Outcome },
  actionColumn({ id: "retry", head: "Retry", width: 72, cell: (job) => <RetryButton job={job} /> }),
];

type Failure = FailedJob & { job: string; _id: string };
/** What failed for good, the newest first. */
export const failuresOf = (jobs: readonly Job[]): Failure[] =>
  jobs
    .flatMap(({ name, failed }) => failed.map((one) => ({ ...one, job: name, _id: `${name} ${one.about} ${one.at}` })))
    .sort((one, other) => other.at.localeCompare(one.at));

export const failureColumns: Column<Failure>[] = [
  { id: "job", head: "Job", width: 160, onPhone: "title", value: ({ job }) => job, as: "mono" },
  { id: "at", head: "Time", kind: "time", width: 160, onPhone: "side", value: ({ at }) => at, as: "moment" },
  { id: "reason", head: "Reason", width: 480, onPhone: "line", value: ({ reason }) => reason },
  { id: "about", head: "About", width: 220, value: ({ about }) => about || null },
  {
    id: "retriedAt",
    head: "Retried",
    kind: "time",
    width: 110,
    value: ({ retriedAt }) => retriedAt,
    cell: ({ retriedAt }) => <RelativeTime at={retriedAt} never="not yet" />,
  },
];

type Run = JobRun & { job: string; _id: string };
/** The latest runs of all jobs, the newest first. */
export const runsOf = (jobs: readonly Job[]): Run[] =>
  jobs
    .flatMap(({ name, latest }) => latest.map((run, n) => ({ ...run, job: name, _id: `${name} ${run.endedAt} ${n}` })))
    .sort((one, other) => other.endedAt.localeCompare(one.endedAt));

export const runColumns: Column<Run>[] = [
  {
    id: "endedAt",
    head: "Ended",
    kind: "time",
    width: 160,
    onPhone: "line",
    value: ({ endedAt }) => endedAt,
    as: "moment",
  },
  { id: "job", head: "Job", width: 160, kind: "choice", onPhone: "title", value: ({ job }) => job, as: "mono" },
  {
    id: "tookMs",
    head: "Duration",
    kind: "number",
    width: 100,
    value: ({ tookMs }) => tookMs,
    cell: (run) => took(run.tookMs),
  },
  {
    id: "outcome",
    head: "Outcome",
    kind: "choice",
    width: 130,
    onPhone: "side",
    value: ({ reason }) => (reason === null ? "Done" : "Failed"),
  },
  { id: "reason", head: "Reason", width: 480, value: ({ reason }) => reason },
];
