import { useState } from "react";
import { createPortal } from "react-dom";
import { isUnderWay } from "#shared/reports/report.rules.ts";
import type { Report } from "#shared/reports/report.schema.ts";
import { filtersOf, titleOf } from "../../records/report-words.ts";
import { Button } from "../../ui/Button.tsx";
import { useDeed } from "../../ui/use-deed.ts";
import { RepeatDialog } from "./RepeatDialog.tsx";
import { cancel, download, repeat } from "./reports.atoms.ts";

/** What can be done with a report as it is. */
export function ReportDeeds({ report }: { report: Report }) {
  const { doing, during } = useDeed<"download" | "again" | "cancel">();
  const [repeats, setRepeats] = useState(false);
  const about = <span className="unseen">{`${titleOf(report)}, ${filtersOf(report)}`}</span>;
  if (isUnderWay(report.state))
    return (
      <Button small working={doing === "cancel"} onClick={() => void during("cancel", () => cancel(report._id))}>
        Cancel {about}
      </Button>
    );
  return (
    <span className="report-deeds">
      {report.state === "done" && (
        <Button
          small
          icon="pi-download"
          working={doing === "download"}
          onClick={() => void during("download", () => download(report._id))}
        >
          Download {about}
        </Button>
      )}
      <Button small working={doing === "again"} onClick={() => void during("again", () => repeat(report._id))}>
        Again {about}
      </Button>
      <Button small onClick={() => setRepeats(true)}>
        Repeat {about}
      </Button>
      {/* Out of the table's cell, whose text stands on one line. */}
      {repeats && createPortal(<RepeatDialog report={report} onClose={() => setRepeats(false)} />, document.body)}
    </span>
  );
}
