import "./downloads.css";
import { useMemo } from "react";
import { reportDays } from "#shared/reports/report.rules.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import { reportsAtomOf } from "../../records/reports.atoms.ts";
import { useAtom, useAtomValue } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { TableCard } from "../../ui/TableCard.tsx";
import { DownloadForm } from "./DownloadForm.tsx";
import { RepeatedReports } from "./RepeatedReports.tsx";
import { reportColumns } from "./report-columns.tsx";

const newestFirst = (reports: readonly Report[]): Report[] =>
  reports.toSorted((one, other) => other.askedAt.localeCompare(one.askedAt) || other._id.localeCompare(one._id));

function MyReports({ operator }: { operator: string }) {
  const [load, send] = useAtom(useMemo(() => reportsAtomOf(operator), [operator]));
  const reports = useMemo(() => mapLoad(load, newestFirst), [load]);
  return (
    <TableCard
      title="My reports"
      columns={reportColumns}
      of={reports}
      onRetry={() => send({ do: "retry" })}
      things={["report", "reports"]}
      empty={
        <Empty title="No report yet" icon="pi-download">
          Reports that you generate appear here and are kept for {reportDays} days.
        </Empty>
      }
    />
  );
}

/** Orders and transactions as files (specification: Downloads), and every export that waits. */
export function Component() {
  const operator = useAtomValue(operatorAtom);
  return (
    <>
      <PageHead
        title="Download Purchase Data"
        line="Orders or transactions between two days, made in the background: you may leave the page"
      />
      <Card title="New report">
        <DownloadForm />
      </Card>
      {operator && <MyReports operator={operator._id} />}
      {operator && <RepeatedReports operator={operator._id} />}
    </>
  );
}
