import "./machine-head.css";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths, pathTo } from "../app/paths.ts";
import { useAtomValue } from "../state/jotai.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Glow } from "../ui/Glow.tsx";
import { HeadFact, HeadFacts } from "../ui/HeadFacts.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { ShareBar } from "../ui/ShareBar.tsx";
import { SignalBars } from "../ui/SignalBars.tsx";
import { StateChip } from "../ui/StateChip.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import NotSold from "./NotSold.tsx";
import { needsActionAtom } from "./needs-action.atoms.ts";
import { heldOf, stockAtomOf } from "./stock.atoms.ts";
import UnderWork from "./UnderWork.tsx";
import { useHeard } from "./use-heard.ts";

type MachineTab = "machine" | "inventory" | "orders" | "timeline" | "history" | "settings";

const unknown = <span className="muted">–</span>;

interface FigureProps {
  name: string;
  /** Undefined while it is on its way. */
  count: number | undefined;
  /** There may be more of it than is known. */
  isLeast?: boolean;
  /** Where what is counted stands. */
  to: string;
}

/** A figure that is nought needs nobody; any other is red and leads to what it counts. */
function Trouble({ name, count, isLeast = false, to }: FigureProps) {
  const words = isLeast ? `${count} or more` : count;
  const shown = words === 0 ? words : <Link to={to}>{words}</Link>;
  return (
    <HeadFact name={name} of={count}>
      {count === undefined ? unknown : shown}
    </HeadFact>
  );
}

interface MachineFactsProps {
  machine: Machine;
  heard: ReturnType<typeof useHeard>["heard"];
  isOffline: boolean;
}

function MachineFacts({ machine, heard, isOffline }: MachineFactsProps) {
  const { _id } = machine;
  const stock = useAtomValue(useMemo(() => stockAtomOf(_id), [_id])).data;
  const cases = useAtomValue(needsActionAtom).data;
  const held = stock && heldOf(stock);
  const share = held && held.containers > 0 ? (held.stocked / held.containers) * 100 : 0;
  return (
    <HeadFacts>
      <HeadFact name="Last seen online">
        <RelativeTime at={heard.lastSeenOnline} />
        {isOffline && (
          <span className="not-sold-room">
            <NotSold machine={_id} isShort />
          </span>
        )}
      </HeadFact>
      <HeadFact name="Strength">
        <SignalBars dBm={heard.strength} />
      </HeadFact>
      <HeadFact name="Stock">
        {held ? (
          <Glow of={held.stocked}>
            {held.stocked} of {held.containers}
          </Glow>
        ) : (
          unknown
        )}
        <ShareBar share={share} />
      </HeadFact>
      <Trouble
        name="Failures"
        count={stock?.containersInfo.failure}
        to={`${pathTo("machineInventory", { id: _id })}?state=failure`}
      />
      <Trouble
        name="Open cases"
        count={cases?.cans.filter(({ vendingMachine }) => vendingMachine._id === _id).length}
        isLeast={cases !== undefined && cases.total > cases.cans.length}
        to={`${paths.transactions}?view=needs-action`}
      />
    </HeadFacts>
  );
}

/** The head of every page about one machine: what it is, whether it may be trusted now, and its parts. */
export function MachineHead({ machine, tab, lead }: { machine: Machine; tab: MachineTab; lead?: string | undefined }) {
  const { _id, name, vendingMachineId, location, active, unit } = machine;
  const { heard, indicator } = useHeard(machine);
  const page = pathTo("machine", { id: _id });
  const inventory = pathTo("machineInventory", { id: _id });
  const tabs = [
    { id: "machine", words: "Machine", to: page },
    { id: "inventory", words: "Inventory", to: inventory },
    { id: "orders", words: "Orders and cans", to: `${page}?tab=orders` },
    { id: "timeline", words: "Timeline", to: `${page}?tab=timeline` },
    { id: "history", words: "History", to: `${page}?tab=history` },
    { id: "settings", words: "Settings", to: `${page}?tab=settings` },
  ] as const;
  return (
    <>
      <PageHead
        title={name}
        lead={lead}
        line={
          <span className="machine-where" title={location}>
            <span className="mono">{vendingMachineId}</span> · {location}
          </span>
        }
        chips={
          <>
            <StateChip state={indicator} glows />
            <StateChip state={active ? "active" : "deactive"} glows>
              {active ? "Active" : "Deactive"}
            </StateChip>
            <UnderWork work={machine.work} />
          </>
        }
        action={
          <>
            {tab !== "inventory" && <ButtonLink to={inventory}>Manage Inventory</ButtonLink>}
            {unit && (
              <ButtonLink to={`${paths.testMachine}?machine=${encodeURIComponent(vendingMachineId)}`}>Test</ButtonLink>
            )}
          </>
        }
      />
      <MachineFacts machine={machine} heard={heard} isOffline={indicator === "Offline"} />
      <Tabs label="Vending machine" tabs={tabs} present={tab} />
    </>
  );
}
