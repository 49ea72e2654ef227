import "./home.css";
import { useMemo } from "react";
import { paths } from "../../app/paths.ts";
import { judgedMachinesAtom, machinesAtom } from "../../records/machines.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { countText } from "../../ui/count-text.ts";
import { FilterText } from "../../ui/FilterText.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { countStates, findCards, type HomeState, homeStates, inOrder, isIn, type MachineCard } from "./find-cards.ts";
import { TileBones, TileGrid } from "./TileGrid.tsx";

const options = { filters: { q: "", state: "All" }, choices: { state: homeStates } };

/** "3 of 24 vending machines", or how the network is doing when all are shown. */
function lineOf(shown: number, counts: Record<HomeState, number>): string {
  const all = countText(counts.All, "vending machine");
  if (shown !== counts.All) return `${shown.toLocaleString("en-IN")} of ${all}`;
  return counts.All === 0 ? "No vending machine yet" : `${all}, ${counts.Online.toLocaleString("en-IN")} online`;
}

function Cards({ all, list }: { all: MachineCard[]; list: ReturnType<typeof useListState<typeof options.filters>> }) {
  const { q, state } = list.filters as { q: string; state: HomeState };
  const ordered = useMemo(() => inOrder(all), [all]);
  const found = useMemo(() => findCards(ordered, q), [ordered, q]);
  const counts = useMemo(() => countStates(found), [found]);
  const shown = useMemo(() => found.filter((card) => isIn(card, state)), [found, state]);

  if (all.length === 0) {
    return (
      <Empty title="No vending machine yet" action={<ButtonLink to={paths.addMachine}>Add Vending Machine</ButtonLink>}>
        Machines stand here once they are added, and show whether they are online.
      </Empty>
    );
  }
  return (
    <>
      <div className="home-filters">
        <FilterText
          label="Find a vending machine"
          quietLabel
          placeholder="Name, id, location or profile"
          value={q}
          onCommit={(text, how) => list.setFilter("q", text, how)}
        />
        <SwitchRow
          label="State"
          options={homeStates}
          value={state}
          counts={counts}
          onChange={(chosen) => list.setFilter("state", chosen)}
        />
      </div>
      {shown.length > 0 ? (
        <TileGrid cards={shown} />
      ) : (
        <Empty
          title={`No ${state === "All" ? "" : `${state.toLowerCase()} `}vending machine${q ? ` matches “${q}”` : ""}`}
          action={<Button onClick={list.clear}>Clear filter</Button>}
        />
      )}
    </>
  );
}

/** Cards of all vending machines (specification section 2), true to the moment. */
export function Component() {
  const load = useAtomValue(judgedMachinesAtom);
  const send = useSetAtom(machinesAtom);
  const list = useListState(options);
  const all = load.data;
  const line = useMemo(() => {
    if (!all) return "Loading the vending machines";
    const { q, state } = list.filters as { q: string; state: HomeState };
    return lineOf(findCards(all, q).filter((card) => isIn(card, state)).length, countStates(all));
  }, [all, list.filters]);
  return (
    <>
      <PageHead
        title="Home"
        line={line}
        action={
          <>
            <ButtonLink kind="primary" icon="pi-plus" to={paths.addMachine}>
              Add Vending Machine
            </ButtonLink>
            <ButtonLink to={paths.registered}>Vending Machine List</ButtonLink>
            <ButtonLink to={paths.registerMachine}>Register Vending Machine</ButtonLink>
          </>
        }
      />
      <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<TileBones />}>
        {(machines) => <Cards all={machines} list={list} />}
      </Loadable>
    </>
  );
}
