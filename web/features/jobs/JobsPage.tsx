import { useMemo } from "react";
import { isFailing } from "#shared/jobs/job.rules.ts";
import type { Job } from "#shared/jobs/job.schema.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Card, Facts } from "../../ui/Card.tsx";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import { idOf } from "../../ui/table/column.ts";
import { jobActions } from "./bulk-actions.ts";
import { failureColumns, failuresOf, jobColumns, runColumns, runsOf } from "./job-columns.tsx";
import { jobsAtom, overdueAtom } from "./jobs.atoms.ts";

const nameOf = ({ name }: Job) => name;
const things = ["job", "jobs"] as const;
/** What fails stands above. */
const inOrder = (jobs: readonly Job[]): Job[] =>
  jobs.toSorted(
    (one, other) => Number(isFailing(other)) - Number(isFailing(one)) || one.name.localeCompare(other.name),
  );

/**
 * Rows that are reserved while the jobs load, about as many as there are: the part beneath them stays below the window.
 */
const usualJobs = 20;

/** What the workers do, whether it goes well, and what failed. */
export function Component() {
  const [load, send] = useAtom(jobsAtom);
  const ordered = useMemo(() => mapLoad(load, ({ jobs }) => inOrder(jobs)), [load]);
  const bulk = useBulk({ list: "jobs", rows: ordered.data, rowId: idOf, nameOf, things, actions: jobActions });
  const retry = () => send({ do: "retry" });
  const known = load.data;
  const failing = known?.jobs.filter(isFailing).length ?? 0;
  const overdue = useAtomValue(overdueAtom);
  const states = [`${failing === 0 ? "none" : failing} failing`, ...(overdue > 0 ? [`${overdue} overdue`] : [])];
  const line =
    known && `${countText(known.jobs.length, "job")}, ${states.join(", ")}; times of day are of ${known.timeZone}`;
  const failures = mapLoad(load, ({ jobs }) => failuresOf(jobs));
  return (
    <>
      <PageHead title="Jobs" line={line ?? "What the workers do in the background, and how it went last"} />
      <Card title="Background work" flush>
        <BulkTable
          bulk={bulk}
          inCard
          label="Jobs"
          columns={jobColumns}
          of={ordered}
          onRetry={retry}
          boneRows={usualJobs}
          empty={
            <Empty title="No worker has run yet" icon="pi-cog">
              Each worker names its jobs here when it starts.
            </Empty>
          }
        />
      </Card>
      {failures.data && failures.data.length > 0 && (
        <TableCard
          title="Failed, and not done since"
          label="Failed jobs"
          columns={failureColumns}
          of={failures}
          things={["failure", "failures"]}
        />
      )}
      <TableCard
        title="Latest runs"
        columns={runColumns}
        of={mapLoad(load, ({ jobs }) => runsOf(jobs))}
        onRetry={retry}
        things={["run", "runs"]}
        empty={
          <Empty title="Nothing has run yet" icon="pi-clock">
            Jobs that run every few seconds are listed only if they fail or take long.
          </Empty>
        }
      />
      {known && (
        <Card title="How long records are kept">
          <p className="muted">Older records are deleted. Everything else is kept for good.</p>
          <Facts of={known.kept.map(({ what, days }) => [what, countText(days, "day")])} />
        </Card>
      )}
    </>
  );
}
