import "../../records/container-looks.css";
import "./containers.css";
import "./tiles.css";
import "./container-cards.css";
import "./door-session.css";
import { useMemo, useRef, useState } from "react";
import { canBeStocked } from "#shared/containers/container.rules.ts";
import type { Container, ContainerRecord } from "#shared/containers/container.schema.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths } from "../../app/paths.ts";
import { withoutRecord } from "../../live/records.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { withContainer, withContainers } from "../../records/container-list.ts";
import { containersAtomOf, presentAtomOf } from "../../records/containers.atoms.ts";
import { MachineHead } from "../../records/MachineHead.tsx";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { useListState } from "../../ui/list-state.ts";
import { Empty, Loadable } from "../../ui/States.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { AddContainersForm } from "./AddContainersForm.tsx";
import { AllCards } from "./AllCards.tsx";
import { ContainerGrid } from "./ContainerGrid.tsx";
import { offeredAtomOf } from "./containers.atoms.ts";
import { findContainers, type ShownContainers, shownStates } from "./find-containers.ts";
import { Inspector } from "./Inspector.tsx";
import { StockUpdate } from "./StockUpdate.tsx";
import { useBulkOpen } from "./use-bulk-open.ts";
import { useSelection } from "./use-selection.ts";

const options = {
  filters: { state: "all", q: "", brand: "", container: "", cards: "" },
  choices: { state: shownStates, cards: ["", "all"] },
};
type InventoryList = ReturnType<typeof useListState<(typeof options)["filters"]>>;

const noContainer = (
  <Empty title="No container yet" icon="pi-box">
    Add containers, then give each its product and stock.
  </Empty>
);

interface ContainersProps {
  machine: Machine;
  containers: Container[];
  update: (change: (list: Container[]) => Container[]) => void;
}

/** What the filters find, and what is selected of it. */
function useChosen({ machine, containers }: Omit<ContainersProps, "update">, list: InventoryList, isSheet: boolean) {
  const { q, brand, container: shown } = list.filters;
  const state = list.filters.state as ShownContainers;
  const bulk = useBulkOpen(machine._id, machine, containers);
  const found = useMemo(() => findContainers(containers, { state, q, brand }), [containers, state, q, brand]);
  const foundIds = useMemo(() => new Set(found.map(({ _id }) => _id)), [found]);
  const ids = useMemo(() => containers.map(({ _id }) => _id), [containers]);
  const stockable = useMemo(() => new Set(containers.filter(canBeStocked).map(({ _id }) => _id)), [containers]);
  // Back closes a card that was opened; from one to the next it leaves no steps.
  const onShow = (id: string | null) => list.setFilter("container", id ?? "", { replace: shown !== "" });
  const selection = useSelection({ ids, stockable, shown: shown || null, onShow, isSheet });
  const chosen = containers.filter(({ _id }) => selection.picked.has(_id));
  return { bulk, found, foundIds, selection, chosen, onShow, one: containers.find(({ _id }) => _id === shown) };
}

function Containers({ machine, containers, update }: ContainersProps) {
  const { _id: machineId, profile, name, vendingMachineId } = machine;
  const named = useMemo(() => ({ name, vendingMachineId }), [name, vendingMachineId]);
  const list = useListState(options);
  const { container: shown, cards, ...filters } = list.filters;
  const offered = useAtomValue(useMemo(() => offeredAtomOf(profile), [profile]));
  const isSheet = useMedia("(max-width: 899.98px)");
  const { bulk, found, foundIds, selection, chosen, onShow, one } = useChosen({ machine, containers }, list, isSheet);
  const [isRequested, setRequested] = useState(false);

  const latest = useRef(update);
  latest.current = update;
  const onKnown = useMemo(
    () => ({
      changed: (incoming: Container | ContainerRecord) => latest.current((now) => withContainer(now, incoming)),
      deleted: (gone: Container) => latest.current((now) => withoutRecord(now, gone)),
    }),
    [],
  );
  const of = { machine: named, offered, onKnown };
  const onAll = (incoming: Container[]) => update((now) => withContainers(now, incoming));
  const add = <AddContainersForm machineId={machineId} count={containers.length} onAdded={onAll} />;

  if (containers.length === 0) {
    return (
      <div className="one-column">
        {add}
        {noContainer}
      </div>
    );
  }
  const showDetails = () => (chosen.length === 1 ? onShow(chosen[0]?._id ?? null) : setRequested(true));
  const showSeveral = chosen.length > 1 && shown !== "" ? () => onShow(null) : null;
  return (
    <>
      <div className="inventory-top">
        <div className="column">
          <ContainerGrid
            containers={containers}
            foundIds={foundIds}
            filters={{ ...filters, state: filters.state as ShownContainers }}
            onFilter={(filter, value, how) => list.setFilter(filter, value, how)}
            selection={selection}
            shown={shown}
            rowOf={bulk.rowOf}
          />
          <StockUpdate
            machineId={machineId}
            bulk={bulk}
            chosen={chosen}
            hidden={chosen.filter(({ _id }) => !foundIds.has(_id)).length}
            waiting={found.filter(canBeStocked)}
            onPick={selection.pickMany}
            onClear={selection.clear}
            onDetails={isSheet && chosen.length > 0 ? showDetails : showSeveral}
            onStocked={onAll}
          />
        </div>
        <div className="column inventory-side">
          <Inspector
            one={one}
            chosen={chosen}
            {...of}
            isSheet={isSheet}
            isRequested={isRequested}
            onClose={() => (one ? onShow(null) : setRequested(false))}
          />
          {add}
        </div>
      </div>
      <AllCards
        found={found}
        text={filters.q}
        isOpen={cards === "all"}
        onOpen={(isOpen) => list.setFilter("cards", isOpen ? "all" : "", { replace: true })}
        onClear={() => list.setFilters({ state: "all", q: "", brand: "" })}
        {...of}
      />
    </>
  );
}

function Inventory({ machine }: { machine: Machine }) {
  const { _id, unit } = machine;
  const serialNumber = unit?.serialNumber ?? null;
  const { containersAtom, presentAtom } = useMemo(() => {
    const all = containersAtomOf(_id, serialNumber);
    return { containersAtom: all, presentAtom: presentAtomOf(all) };
  }, [_id, serialNumber]);
  const load = useAtomValue(presentAtom);
  const send = useSetAtom(containersAtom);
  return (
    <>
      <MachineHead machine={machine} tab="inventory" lead="Inventory of" />
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(containers) => (
          <Containers machine={machine} containers={containers} update={(change) => send({ do: "update", change })} />
        )}
      </Loadable>
    </>
  );
}

const back = { to: paths.home, words: "Home" };

/** The containers of one machine: their products, their state, and stocking them (specification: Inventory). */
export const Component = () => (
  <RecordPage atomOf={machineAtomOf} of={machineRecord} back={back}>
    {({ record }) => <Inventory machine={record} />}
  </RecordPage>
);
