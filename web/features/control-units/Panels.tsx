import { useState } from "react";
import { ContainerPanel } from "./ContainerPanel.tsx";
import { ContainerPicker } from "./ContainerPicker.tsx";
import type { Labels } from "./control-units.atoms.ts";
import { FeedbackPanel } from "./FeedbackPanel.tsx";
import { type Chosen, missingSentence } from "./panel-checks.ts";
import { ReportPanel } from "./ReportPanel.tsx";
import { PingPanel, RestartPanel } from "./UnitPanels.tsx";
import type { OnSession } from "./use-command.ts";
import type { ContainerList } from "./use-container-list.ts";

interface PanelsProps {
  chosen: Chosen;
  labels: Labels;
  /** The containers that are picked for every panel. */
  list: ContainerList;
  onSession: OnSession;
}

/** The containers once, and beneath them a button for each thing to do with them. */
export function Panels({ chosen, labels, list, onSession }: PanelsProps) {
  const [listError, setListError] = useState<string | null>(null);
  const parts = { chosen, list, onSession, onListError: setListError };
  return (
    <section className="panels card" aria-label="Tests">
      <ContainerPicker list={list} labels={labels} error={listError} onEdit={() => setListError(null)} />
      <div className="panel-rows">
        <p className="panel-missing muted" role="status">
          {missingSentence(chosen, list.text.trim() !== "")}
        </p>
        <ContainerPanel {...parts} type="open" primary />
        <ContainerPanel {...parts} type="lock-status" />
        <ContainerPanel {...parts} type="check-open" />
        <ContainerPanel {...parts} type="check-lock-status" />
        <PingPanel chosen={chosen} onSession={onSession} />
        <RestartPanel chosen={chosen} onSession={onSession} />
        <ContainerPanel {...parts} type="stock-update" />
      </div>
    </section>
  );
}

/** What has fields of its own; on a phone it is folded, and the links above lead to it. */
export function PanelForms({ chosen, isPhone }: { chosen: Chosen; isPhone: boolean }) {
  return (
    <section className="panel-forms card" aria-label="Feedback and reports">
      <FeedbackPanel chosen={chosen} folded={isPhone} />
      <ReportPanel kind="ping" chosen={chosen} folded={isPhone} />
      <ReportPanel kind="lock" chosen={chosen} folded={isPhone} />
    </section>
  );
}
