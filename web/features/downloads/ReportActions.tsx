import { useState } from "react";
import { createPortal } from "react-dom";
import { isUnderWay } from "#shared/reports/report.rules.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import { filtersOf, titleOf } from "../../records/report-words.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { RepeatDialog } from "./RepeatDialog.tsx";
import { cancel, download, repeat } from "./reports.atoms.ts";

/** What can be done with a report as it is. */
export function ReportActions({ report }: { report: Report }) {
  const [repeats, setRepeats] = useState(false);
  const about = <span className="unseen">{`${titleOf(report)}, ${filtersOf(report)}`}</span>;
  if (isUnderWay(report.state))
    return (
      <ActionButton small action={() => cancel(report._id)}>
        Cancel {about}
      </ActionButton>
    );
  return (
    <span className="row-actions report-actions">
      {report.state === "done" && (
        <ActionButton small icon="pi-download" action={() => download(report._id)}>
          Download {about}
        </ActionButton>
      )}
      <ActionButton small kind="quiet" action={() => repeat(report._id)}>
        Again {about}
      </ActionButton>
      <Button small kind="quiet" onClick={() => setRepeats(true)}>
        Repeat {about}
      </Button>
      {/* Out of the table's cell, whose text stands on one line. */}
      {repeats && createPortal(<RepeatDialog report={report} onClose={() => setRepeats(false)} />, document.body)}
    </span>
  );
}
