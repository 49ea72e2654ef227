import "./machine.css";
import { useRef } from "react";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import type { HeardFields } from "../../live/presences.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { useHeard } from "../../records/use-heard.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DetailsCard } from "./DetailsCard.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { MachineProfileCard } from "./MachineProfileCard.tsx";
import { QrCard } from "./QrCard.tsx";
import { StockCards } from "./StockCards.tsx";
import { UnitCard } from "./UnitCard.tsx";

const tabs = [
  { id: "machine", words: "Machine" },
  { id: "history", words: "History" },
] as const;
const options = {
  filters: { tab: "machine" as (typeof tabs)[number]["id"] },
  choices: { tab: tabs.map(({ id }) => id) },
};

interface MachineProps {
  machine: Machine;
  onKnown: (machine: Machine) => void;
}

function MachineColumns({ machine, heard, onKnown }: MachineProps & { heard: HeardFields }) {
  return (
    <div className="columns">
      <div className="column">
        <DetailsCard record={machine} onKnown={onKnown} />
        <MachineProfileCard record={machine} onKnown={onKnown} />
        <QrCard machine={machine} />
      </div>
      <div className="column">
        <UnitCard machine={machine} heard={heard} />
        <StockCards machineId={machine._id} active={machine.active} />
      </div>
    </div>
  );
}

function MachineCards({ machine, onKnown }: MachineProps) {
  const { tab } = useListState(options).filters;
  // Once drawn it stays, unseen: what was typed into its form is still there when the operator comes back.
  const wasShown = useRef(false);
  if (tab === "machine") wasShown.current = true;
  const { heard, indicator } = useHeard(machine);
  const { _id, name, vendingMachineId, location, active } = machine;
  return (
    <>
      <PageHead
        title={name}
        line={
          <>
            <span className="mono">{vendingMachineId}</span> · {location}
          </>
        }
        chips={
          <>
            <Glow of={indicator}>
              <StateChip state={indicator} />
            </Glow>
            <Glow of={active}>
              <StateChip state={active ? "active" : "deactive"}>{active ? "Active" : "Deactive"}</StateChip>
            </Glow>
          </>
        }
        action={<ButtonLink to={pathTo("machineInventory", { id: _id })}>Manage Inventory</ButtonLink>}
      />
      <Tabs label="Vending machine" tabs={tabs} present={tab} />
      {tab === "history" && <HistoryTab machine={machine} />}
      {wasShown.current && (
        <div hidden={tab !== "machine"}>
          <MachineColumns machine={machine} heard={heard} onKnown={onKnown} />
        </div>
      )}
    </>
  );
}

const back = { to: paths.home, words: "Home" };

/** One vending machine (specification section 2), true to the moment. */
export function Component() {
  return (
    <RecordPage atomOf={machineAtomOf} of={machineRecord} back={back}>
      {({ record, onKnown }) => <MachineCards machine={record} onKnown={onKnown} />}
    </RecordPage>
  );
}
