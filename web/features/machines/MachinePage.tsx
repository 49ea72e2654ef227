import "./machine.css";
import { useMemo, useRef } from "react";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage, type Shown } from "../../recipes/RecordPage.tsx";
import { AlarmNotes } from "../../records/AlarmNotes.tsx";
import { alarmsAtom } from "../../records/alarms.atoms.ts";
import { containersAtomOf } from "../../records/containers.atoms.ts";
import { MachineHead } from "../../records/MachineHead.tsx";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { needsActionAtom } from "../../records/needs-action.atoms.ts";
import { stockAtomOf } from "../../records/stock.atoms.ts";
import { type Atom, atom, useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { CardBones } from "../../ui/Bones.tsx";
import { later } from "../../ui/later.tsx";
import { useListState } from "../../ui/list-state.ts";
import { useEver } from "../../ui/use-ever.ts";
import { BrandStock } from "./BrandStock.tsx";
import { FrontCard } from "./FrontCard.tsx";
import { RedisStockCard } from "./StockCards.tsx";
import { UnitCard } from "./UnitCard.tsx";

const Missing = () => <p className="muted">This could not be loaded: reload the page.</p>;
/** What is not seen at first comes when its tab is chosen. */
const HistoryTab = later(
  async () => ({ default: (await import("./HistoryTab.tsx")).HistoryTab }),
  Missing,
  <CardBones />,
);
const TimelineTab = later(
  async () => ({ default: (await import("./TimelineTab.tsx")).TimelineTab }),
  Missing,
  <CardBones />,
);
const SalesTab = later(async () => ({ default: (await import("./SalesTab.tsx")).SalesTab }), Missing, <CardBones />);
const MachineForms = later<Shown<Machine>>(() => import("./MachineForms.tsx"), Missing, <CardBones />);

/** The parts that stand at this address; Inventory has one of its own. */
const tabs = ["machine", "orders", "timeline", "history", "settings"] as const;
const options = { filters: { tab: "machine" as (typeof tabs)[number] }, choices: { tab: tabs } };

/** Its stock, then its facts. */
function MachineFacts({ machine }: { machine: Machine }) {
  return (
    <div className="columns machine-cards">
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

const isComing = ({ data, state }: Load<unknown>): boolean => data === undefined && state === "loading";

/**
 * Its parts are of no height that is known before: they stand together once its stock, its containers and what is wrong
 * with it are here.
 */
function useIsComing({ _id, unit }: Machine): boolean {
  const serialNumber = unit?.serialNumber ?? null;
  // Whether all are here, and not what they are: the page itself is drawn once.
  const comingAtom = useMemo(() => {
    const all: Atom<Load<unknown>>[] = [stockAtomOf(_id), containersAtomOf(_id, serialNumber), alarmsAtom];
    return atom((get) => all.map((one) => get(one)).some(isComing));
  }, [_id, serialNumber]);
  return useAtomValue(comingAtom);
}

interface MachineProps {
  machine: Machine;
  onKnown: (machine: Machine) => void;
}

function MachineParts({ machine, onKnown }: MachineProps) {
  const { tab } = useListState(options).filters;
  const wasWhole = useRef(false);
  // Once drawn the forms stay, unseen: what was typed is still there when the operator comes back.
  const hasForms = useEver(tab === "settings");
  const waits = useIsComing(machine) && !wasWhole.current;
  if (tab === "machine" && !waits) wasWhole.current = true;
  return (
    <>
      <MachineHead machine={machine} tab={tab} />
      {waits ? <CardBones /> : <AlarmNotes machine={machine._id} />}
      {/* What is wrong with it stands above them: nothing can be pressed that it would move. */}
      <div className="machine-part" hidden={waits}>
        {tab === "history" && <HistoryTab machine={machine} />}
        {tab === "timeline" && <TimelineTab machine={machine} />}
        {tab === "orders" && <SalesTab machine={machine} />}
        {tab === "machine" && !waits && <MachineFacts machine={machine} />}
        {hasForms && (
          <div hidden={tab !== "settings"}>
            <MachineForms record={machine} onKnown={onKnown} />
          </div>
        )}
      </div>
    </>
  );
}

const back = { to: paths.home, words: "Home" };

/**
 * One vending machine (specification: Vending machine), kept up to date: what it holds first, its forms under Settings.
 */
export function Component() {
  return (
    <RecordPage atomOf={machineAtomOf} of={machineRecord} back={back}>
      {({ record, onKnown }) => <MachineParts machine={record} onKnown={onKnown} />}
    </RecordPage>
  );
}

export const first = ({ id = "" }: { id?: string | undefined }) => {
  const machineAtom = machineAtomOf(id);
  // Which of its containers' doors are followed only the machine says.
  const ofMachineAtom = atom((get) => {
    const { data } = get(machineAtom);
    return data && get(containersAtomOf(id, data.unit?.serialNumber ?? null));
  });
  return [ofMachineAtom, stockAtomOf(id), needsActionAtom, alarmsAtom];
};
