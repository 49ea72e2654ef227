import "./machine.css";
import { type ComponentType, lazy, Suspense, useMemo, useRef } from "react";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { AlarmNotes } from "../../records/AlarmNotes.tsx";
import { MachineHead } from "../../records/MachineHead.tsx";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { stockAtomOf } from "../../records/stock.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { CardBones } from "../../ui/Bones.tsx";
import { useListState } from "../../ui/list-state.ts";
import { BrandStock } from "./BrandStock.tsx";
import { FrontCard } from "./FrontCard.tsx";
import { RedisStockCard, useContainers } from "./StockCards.tsx";
import { UnitCard } from "./UnitCard.tsx";

const Missing = () => <p className="muted">This could not be fetched: load the page anew.</p>;
const missing = { default: Missing };
/** What is not seen at first comes when its tab is chosen. */
const HistoryTab = lazy<ComponentType<{ machine: Machine }>>(() =>
  import("./HistoryTab.tsx").then(({ HistoryTab }) => ({ default: HistoryTab })).catch(() => missing),
);
const TimelineTab = lazy<ComponentType<{ machine: Machine }>>(() =>
  import("./TimelineTab.tsx").then(({ TimelineTab }) => ({ default: TimelineTab })).catch(() => missing),
);
const SalesTab = lazy<ComponentType<{ machine: Machine }>>(() =>
  import("./SalesTab.tsx").then(({ SalesTab }) => ({ default: SalesTab })).catch(() => missing),
);
const MachineForms = lazy<ComponentType<Shown<Machine>>>(() => import("./MachineForms.tsx").catch(() => missing));

/** The parts that stand at this address; Inventory has one of its own. */
const tabs = ["machine", "orders", "timeline", "history", "settings"] as const;
const options = { filters: { tab: "machine" as (typeof tabs)[number] }, choices: { tab: tabs } };

/** Its stock, then its facts. */
function MachineFacts({ machine }: { machine: Machine }) {
  return (
    <div className="columns">
      <div className="column">
        <BrandStock machine={machine} />
        <RedisStockCard machine={machine} />
      </div>
      <div className="column">
        <FrontCard machine={machine} />
        <UnitCard machine={machine} />
      </div>
    </div>
  );
}

/** Its parts are of no height that is known before: they stand together once its stock and its containers are here. */
function useIsComing(machine: Machine): boolean {
  const stock = useAtomValue(useMemo(() => stockAtomOf(machine._id), [machine._id]));
  const containers = useContainers(machine);
  return [stock, containers].some(({ data, state }) => data === undefined && state === "loading");
}

interface MachineProps {
  machine: Machine;
  onKnown: (machine: Machine) => void;
}

function MachineParts({ machine, onKnown }: MachineProps) {
  const { tab } = useListState(options).filters;
  const wasWhole = useRef(false);
  // Once drawn the forms stay, unseen: what was typed is still there when the operator comes back.
  const hadForms = useRef(false);
  const isComing = useIsComing(machine) && !wasWhole.current;
  if (tab === "machine" && !isComing) wasWhole.current = true;
  if (tab === "settings") hadForms.current = true;
  return (
    <>
      <MachineHead machine={machine} tab={tab} />
      <AlarmNotes machine={machine._id} />
      <Suspense fallback={<CardBones />}>
        {tab === "history" && <HistoryTab machine={machine} />}
        {tab === "timeline" && <TimelineTab machine={machine} />}
        {tab === "orders" && <SalesTab machine={machine} />}
      </Suspense>
      {tab === "machine" && (isComing ? <CardBones /> : <MachineFacts machine={machine} />)}
      {hadForms.current && (
        <div hidden={tab !== "settings"}>
          <Suspense fallback={<CardBones />}>
            <MachineForms record={machine} onKnown={onKnown} />
          </Suspense>
        </div>
      )}
    </>
  );
}

const back = { to: paths.home, words: "Home" };

/** One vending machine (specification: Vending machine), true to the moment: what it holds first, its forms under Settings. */
export function Component() {
  return (
    <RecordPage atomOf={machineAtomOf} of={machineRecord} back={back}>
      {({ record, onKnown }) => <MachineParts machine={record} onKnown={onKnown} />}
    </RecordPage>
  );
}
