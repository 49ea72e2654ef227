import "../../records/container-looks.css";
import "./containers.css";
import "./container-cards.css";
import "./door-session.css";
import { useMemo, useRef } from "react";
import { useParams } from "react-router-dom";
import type { Container } from "#shared/containers/container.schema.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { paths } from "../../app/paths.ts";
import { withoutRecord } from "../../live/records.ts";
import { withContainer, withContainers } from "../../records/container-list.ts";
import { containersAtomOf, presentAtomOf } from "../../records/containers.atoms.ts";
import { MachineHead } from "../../records/MachineHead.tsx";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { useListState } from "../../ui/list-state.ts";
import { Empty, Loadable } from "../../ui/States.tsx";
import { AddContainersForm } from "./AddContainersForm.tsx";
import { CardList, type CardListHandle } from "./CardList.tsx";
import { offeredAtomOf } from "./containers.atoms.ts";
import { Front } from "./Front.tsx";
import { countShown, findContainers, type ShownContainers, shownStates } from "./find-containers.ts";
import { Legend } from "./Legend.tsx";
import { StockUpdate } from "./StockUpdate.tsx";

const options = { filters: { state: "all", q: "", brand: "" }, choices: { state: shownStates } };

interface ContainersProps {
  machine: Machine;
  containers: Container[];
  update: (change: (list: Container[]) => Container[]) => void;
}

function Containers({ machine, containers, update }: ContainersProps) {
  const { _id: machineId, profile, name, vendingMachineId } = machine;
  const named = useMemo(() => ({ name, vendingMachineId }), [name, vendingMachineId]);
  const list = useListState(options);
  const { q, brand } = list.filters;
  const state = list.filters.state as ShownContainers;
  const offered = useAtomValue(useMemo(() => offeredAtomOf(profile), [profile]));
  const cards = useRef<CardListHandle>(null);

  const counts = useMemo(() => countShown(containers), [containers]);
  const found = useMemo(() => findContainers(containers, state, q), [containers, state, q]);
  const foundIds = useMemo(() => new Set(found.map(({ _id }) => _id)), [found]);
  const latest = useRef({ update, foundIds, list });
  latest.current = { update, foundIds, list };

  const { onKnown, onTile } = useMemo(
    () => ({
      onKnown: {
        changed: (told: Container) => latest.current.update((now) => withContainer(now, told)),
        deleted: (gone: Container) => latest.current.update((now) => withoutRecord(now, gone)),
      },
      onTile: ({ _id }: Container) => {
        if (!latest.current.foundIds.has(_id)) latest.current.list.setFilters({ state: "all", q: "" });
        cards.current?.show(_id);
      },
    }),
    [],
  );
  const onAll = (told: Container[]) => update((now) => withContainers(now, told));
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
            <Legend counts={counts} value={state} onChange={(shown) => list.setFilter("state", shown)} />
            <FilterText
              label="Find a container"
              quietLabel
              placeholder="Number or brand"
              value={q}
              onCommit={(text, how) => list.setFilter("q", text, how)}
            />
          </div>
          <Front containers={containers} found={foundIds} onTile={onTile} />
        </Card>
        <div className="inventory-side">
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
      </div>
      <section aria-label="Container cards">
        {found.length > 0 ? (
          <CardList ref={cards} containers={found} machine={named} offered={offered} onKnown={onKnown} />
        ) : (
          <Empty
            title={q ? `No container here matches “${q}”` : "No container is in this state"}
            action={<Button onClick={() => list.setFilters({ state: "all", q: "" })}>Clear filter</Button>}
          />
        )}
      </section>
    </>
  );
}

function Inventory({ machine }: { machine: Machine }) {
  const { _id, name, unit } = machine;
  const serialNumber = unit?.serialNumber ?? null;
  const { containersAtom, presentAtom } = useMemo(() => {
    const all = containersAtomOf(_id, serialNumber);
    return { containersAtom: all, presentAtom: presentAtomOf(all) };
  }, [_id, serialNumber]);
  const load = useAtomValue(presentAtom);
  const send = useSetAtom(containersAtom);
  return (
    <>
      <MachineHead machine={machine} tab="inventory" title={`Inventory of ${name}`} />
      <Loadable of={load} onRetry={() => send({ do: "retry" })}>
        {(containers) => (
          <Containers machine={machine} containers={containers} update={(change) => send({ do: "update", change })} />
        )}
      </Loadable>
    </>
  );
}

/** The containers of one machine: their products, their state, and stocking them (specification sections 2 and 4). */
export function Component() {
  const { id = "" } = useParams();
  const [load, send] = useAtom(useMemo(() => machineAtomOf(id), [id]));
  return (
    <Loadable of={load} onRetry={() => send({ do: "retry" })}>
      {(machine) =>
        machine ? (
          <Inventory key={machine._id} machine={machine} />
        ) : (
          <Empty title={machineRecord.words.removed} action={<ButtonLink to={paths.home}>Home</ButtonLink>}>
            Somebody removed it while you were looking.
          </Empty>
        )
      }
    </Loadable>
  );
}
