import { useMemo, useState } from "react";
import { useAtomValue } from "../../state/jotai.ts";
import { ContainerPanel } from "./ContainerPanel.tsx";
import { ContainerPicker } from "./ContainerPicker.tsx";
import { labelsAtomOf } from "./control-units.atoms.ts";
import { FeedbackPanel } from "./FeedbackPanel.tsx";
import type { Chosen } from "./panel-checks.ts";
import { ReportPanel } from "./ReportPanel.tsx";
import { PingPanel, RestartPanel } from "./UnitPanels.tsx";
import type { OnSession } from "./use-command.ts";
import { useContainerList } from "./use-container-list.ts";

interface PanelsProps {
  chosen: Chosen;
  onSession: OnSession;
  /** On a phone what has fields of its own is folded. */
  isPhone: boolean;
}

/** The containers once, and beside them a row for each thing to do with them. */
export function Panels({ chosen, onSession, isPhone }: PanelsProps) {
  const { machine } = chosen;
  const labels = useAtomValue(useMemo(() => labelsAtomOf(machine), [machine]));
  const list = useContainerList(labels);
  const [listError, setListError] = useState<string | null>(null);
  const parts = { chosen, list, onSession, onListError: setListError };
  return (
    <section className="panels card" aria-label="Tests">
      <ContainerPicker list={list} labels={labels} error={listError} onEdit={() => setListError(null)} />
      <div className="panel-rows">
        <ContainerPanel {...parts} type="open" primary />
        <ContainerPanel {...parts} type="lock-status" />
        <ContainerPanel {...parts} type="check-open" />
        <ContainerPanel {...parts} type="check-lock-status" />
        <ContainerPanel {...parts} type="stock-update" />
        <PingPanel chosen={chosen} onSession={onSession} />
        <RestartPanel chosen={chosen} onSession={onSession} />
      </div>
      <div className="panel-forms">
        <FeedbackPanel chosen={chosen} folded={isPhone} />
        <div className="panel-pair">
          <ReportPanel kind="ping" chosen={chosen} folded={isPhone} />
          <ReportPanel kind="lock" chosen={chosen} folded={isPhone} />
        </div>
      </div>
    </section>
  );
}
