import "./home.css";
import { paths } from "../../app/paths.ts";
import { CardListPage } from "../../recipes/CardListPage.tsx";
import type { Choice } from "../../recipes/use-found.ts";
import { judgedMachinesAtom, machinesAtom } from "../../records/machines.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { type HomeState, homeStates, isIn, type MachineCard, nameOf, textOf } from "./find-cards.ts";
import { TileBones, TileGrid } from "./TileGrid.tsx";

const state: Choice<MachineCard, HomeState> = { key: "state", label: "State", options: homeStates, isIn };

/** How the network is doing. */
const lineOf = (all: readonly MachineCard[]): string => {
  const online = all.filter((card) => isIn(card, "Online")).length;
  return `${countText(all.length, "vending machine")}, ${online.toLocaleString("en-IN")} online`;
};

/** Cards of all vending machines (specification section 2), true to the moment. */
export function Component() {
  const load = useAtomValue(judgedMachinesAtom);
  const send = useSetAtom(machinesAtom);
  return (
    <CardListPage
      title="Home"
      things={["vending machine", "vending machines"]}
      of={load}
      onRetry={() => send({ do: "retry" })}
      nameOf={nameOf}
      textOf={textOf}
      placeholder="Name, id, location or profile"
      choice={state}
      lineOf={lineOf}
      add={{ to: paths.addMachine, words: "Add Vending Machine" }}
      actions={
        <>
          <ButtonLink to={paths.registered}>Vending Machine List</ButtonLink>
          <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
        </>
      }
      empty={{
        icon: "pi-inbox",
        words: "Machines stand here once they are added, and show whether they are online.",
      }}
      bones={<TileBones />}
    >
      {(shown) => <TileGrid cards={shown} />}
    </CardListPage>
  );
}
