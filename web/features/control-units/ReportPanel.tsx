import { useState } from "react";
import { DateBound, daysLater } from "#shared/http/date-range.ts";
import { addAlertAtom } from "../../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/day/DayField.tsx";
import { useToday } from "../../ui/day/server-day.ts";
import { downloadReportAtom, pendingReportsAtom, type ReportKind } from "./control-units.atoms.ts";
import { Panel, PanelError } from "./Panel.tsx";
import { type Chosen, checkErrors, sentDay } from "./panel-checks.ts";

const titles: Record<ReportKind, string> = { ping: "Ping Data", lock: "Lock Data" };
const keptDays = 90;

interface ReportPanelProps {
  kind: ReportKind;
  chosen: Chosen;
  folded?: boolean;
}

/** What was kept of the machine since a day, as a sheet. */
export function ReportPanel({ kind, chosen, folded }: ReportPanelProps) {
  const { machine } = chosen;
  const pending = useAtomValue(pendingReportsAtom)[kind];
  const download = useSetAtom(downloadReportAtom);
  const addAlert = useSetAtom(addAlertAtom);
  // Until one is chosen it is today's, also where that is known only with the first answers.
  const today = useToday();
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? today;
  const [error, setError] = useState<{ machine?: string; day?: string }>({});

  const start = async () => {
    if (!machine) return setError({ machine: checkErrors.machine });
    if (!DateBound.safeParse(day).success) return setError({ day: "Choose a start date" });
    setError({});
    const { vendingMachineId, name } = machine;
    const rows = await download({ kind, requested: { vendingMachineId, startDate: sentDay(day) } });
    if (rows === 0) addAlert({ kind: "info", text: `No ${titles[kind]} of ${name} since ${sentDay(day)}` });
  };
  return (
    <Panel title={titles[kind]} part={`${kind}-data`} folded={folded}>
      <div className="report">
        <DayField
          label="Start Date"
          min={daysLater(today, -keptDays)}
          max={today}
          value={day}
          onChange={(to) => {
            setDay(to);
            setError({});
          }}
          error={error.day}
        />
        <Button icon="pi-download" working={pending} onClick={() => void start()}>
          Download
        </Button>
      </div>
      <PanelError error={machine ? null : (error.machine ?? null)} />
    </Panel>
  );
}
