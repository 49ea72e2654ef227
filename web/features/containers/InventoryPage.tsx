import "../../records/container-looks.css";
import "./containers.css";
import "./tiles.css";
import "./container-cards.css";
import "./door-session.css";
import { useMemo, useRef, useState } from "react";
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
import { Card } from "../../ui/Card.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { useListState } from "../../ui/list-state.ts";
import { Empty, Loadable } from "../../ui/States.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { AddContainersForm } from "./AddContainersForm.tsx";
import { AllCards } from "./AllCards.tsx";
import { offeredAtomOf } from "./containers.atoms.ts";
import { Front } from "./Front.tsx";
import { countShown, findContainers, type ShownContainers, shownStates } from "./find-containers.ts";
import { Inspector } from "./Inspector.tsx";
import { Legend } from "./Legend.tsx";
import { SelectSeveral } from "./SelectSeveral.tsx";
import { StockUpdate } from "./StockUpdate.tsx";
import { useSelection } from "./use-selection.ts";

const options = {
  filters: { state: "all", q: "", brand: "", container: "", cards: "" },
  choices: { state: shownStates, cards: ["", "all"] },
};

interface ContainersProps {
  machine: Machine;
  containers: Container[];
  update: (change: (list: Container[]) => Container[]) => void;
}

function Containers({ machine, containers, update }: ContainersProps) {
  const { _id: machineId, profile, name, vendingMachineId } = machine;
  const named = useMemo(() => ({ name, vendingMachineId }), [name, vendingMachineId]);
  const list = useListState(options);
  const { q, brand, container: shown, cards } = list.filters;
  const state = list.filters.state as ShownContainers;
  const offered = useAtomValue(useMemo(() => offeredAtomOf(profile), [profile]));
  const isSheet = useMedia("(max-width: 899.98px)");

  const counts = useMemo(() => countShown(containers), [containers]);
  const found = useMemo(() => findContainers(containers, state, q), [containers, state, q]);
  const foundIds = useMemo(() => new Set(found.map(({ _id }) => _id)), [found]);
  const ids = useMemo(() => containers.map(({ _id }) => _id), [containers]);
  // Back closes a card that was opened; from one to the next it leaves no steps.
  const onShow = (id: string | null) => list.setFilter("container", id ?? "", { replace: shown !== "" });
  const selection = useSelection({ ids, shown: shown || null, onShow });
  const chosen = containers.filter(({ _id }) => selection.picked.has(_id));
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
        <Empty title="No container yet" icon="pi-box">
          Containers stand here once they are added: each gets its product, then its stock.
        </Empty>
      </div>
    );
  }
  return (
    <>
      <div className="inventory-top">
        <Card title="Containers">
          <div className="containers-filters">
            <Legend counts={counts} value={state} onChange={(to) => list.setFilter("state", to)} />
            <FilterText
              label="Find a container"
              quietLabel
              placeholder="Number or brand"
              value={q}
              onCommit={(text, how) => list.setFilter("q", text, how)}
            />
            <SelectSeveral selection={selection} onActions={isSheet ? () => setRequested(true) : null} />
          </div>
          <Front containers={containers} found={foundIds} selection={selection} />
        </Card>
        <Inspector
          chosen={chosen}
          selection={selection}
          {...of}
          isSheet={isSheet}
          isRequested={isRequested}
          onClose={() => (selection.isSeveral ? setRequested(false) : selection.clear())}
        />
      </div>
      <div className="inventory-top">
        <StockUpdate
          machineId={machineId}
          machine={named}
          containers={containers}
          brand={brand}
          onBrand={(to) => list.setFilter("brand", to)}
          onStocked={onAll}
        />
        {add}
      </div>
      <AllCards
        found={found}
        text={q}
        isOpen={cards === "all"}
        onOpen={(isOpen) => list.setFilter("cards", isOpen ? "all" : "", { replace: true })}
        onClear={() => list.setFilters({ state: "all", q: "" })}
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
