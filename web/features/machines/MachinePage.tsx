import "./machine.css";
import { useMemo } from "react";
import { useParams } from "react-router-dom";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths, pathTo } from "../../app/paths.ts";
import { machineAtomOf } from "../../live/machine.atom.ts";
import { withMachineRecord } from "../../live/machine-news.ts";
import { useHeard } from "../../live/use-heard.ts";
import { useAtom } from "../../state/jotai.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { DetailsCard } from "./DetailsCard.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { QrCard } from "./QrCard.tsx";
import { StockCards } from "./StockCards.tsx";
import { UnitCard } from "./UnitCard.tsx";

function MachineCards({ machine, onKnown }: { machine: Machine; onKnown: (machine: Machine) => void }) {
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
      <div className="columns">
        <div className="column">
          <DetailsCard machine={machine} onKnown={onKnown} />
          <ProfileCard machine={machine} onKnown={onKnown} />
          <QrCard machine={machine} />
        </div>
        <div className="column">
          <UnitCard machine={machine} heard={heard} />
          <StockCards machineId={_id} active={active} />
        </div>
      </div>
    </>
  );
}

/** One vending machine (specification section 2), true to the moment. */
export function Component() {
  const { id = "" } = useParams();
  const [load, send] = useAtom(useMemo(() => machineAtomOf(id), [id]));
  const onKnown = (told: Machine) =>
    send({ do: "update", change: (machine) => machine && withMachineRecord(machine, told) });
  return (
    <Loadable of={load} onRetry={() => send({ do: "retry" })}>
      {(machine) =>
        machine ? (
          <MachineCards key={machine._id} machine={machine} onKnown={onKnown} />
        ) : (
          <Empty title="This vending machine was removed" action={<ButtonLink to={paths.home}>Home</ButtonLink>}>
            Somebody removed it while you were looking.
          </Empty>
        )
      }
    </Loadable>
  );
}
