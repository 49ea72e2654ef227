import "./choice-bar.css";
import "./control-units.css";
import "./container-picker.css";
import "./session.css";
import "./door-rows.css";
import { useMemo, useRef, useState } from "react";
import type { Session, TestMachine } from "#shared/control-units/control-unit.schema.ts";
import { atom, useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { countText } from "../../ui/count-text.ts";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { useIsPhone } from "../../ui/use-media.ts";
import { ChoiceBar } from "./ChoiceBar.tsx";
import { labelsAtomOf, manyTestMachinesAtom, testMachineAtomOf, testMachinesAtom } from "./control-units.atoms.ts";
import { PanelForms, Panels } from "./Panels.tsx";
import { PartLinks } from "./PartLinks.tsx";
import { type Chosen, impliedProduct, testProducts } from "./panel-checks.ts";
import { ResultsCard } from "./ResultsCard.tsx";
import type { OnSession } from "./use-command.ts";
import { useContainerList } from "./use-container-list.ts";

const options = { filters: { machine: "", product: "", session: "" } };

const noneAtom = atom<Load<TestMachine[]>>({ state: "ready", data: [] });

/**
 * Machine, session and a product that was chosen stand in the address: a refresh or a pasted link shows the same rows.
 * Until one is chosen the picked containers say which product it is.
 */
function useChosen() {
  const list = useListState(options);
  const { filters } = list;
  const areMany = useAtomValue(manyTestMachinesAtom) > 0;
  const named = filters.machine ? testMachineAtomOf(filters.machine) : noneAtom;
  const machines = useAtomValue<Load<TestMachine[]>>(areMany ? named : testMachinesAtom);
  const machine = useMemo(
    () => machines.data?.find(({ vendingMachineId }) => vendingMachineId === filters.machine) ?? null,
    [machines.data, filters.machine],
  );
  const labels = useAtomValue(useMemo(() => labelsAtomOf(machine), [machine]));
  const picked = useContainerList(labels, machine?._id ?? null);
  const [loaded, setLoaded] = useState<Session | null>(null);
  const ofSession = loaded?.sessionId === filters.session ? loaded.productId : null;

  const products = machine ? testProducts(machine).map(({ value }) => value) : [];
  const wanted = [filters.product, impliedProduct(labels.products, picked.picked, ofSession)];
  const product = wanted.find((one) => one !== null && products.includes(one)) ?? null;
  const chosen: Chosen = { machine, product, session: filters.session || null };
  return { list, machines, areMany, chosen, labels, picked, setLoaded };
}

/** Opening containers, checking locks and pinging a machine's control unit (specification: Test vending machine). */
export function Component() {
  const { list, machines, areMany, chosen, labels, picked, setLoaded } = useChosen();
  const { machine: machineId, session } = list.filters;
  const isPhone = useIsPhone();
  const results = useRef<HTMLElement>(null);

  const show: OnSession = (sessionId, { machine }) => {
    list.setFilters({ machine: machine.vendingMachineId, session: sessionId });
    if (isPhone) requestAnimationFrame(() => results.current?.scrollIntoView?.({ block: "start" }));
  };
  /** A link may name the session alone. */
  const adopt = (loaded: Session) => {
    setLoaded(loaded);
    if (!machineId) list.setFilter("machine", loaded.vendingMachineId, { replace: true });
  };
  const isUnknown = machineId !== "" && machines.data !== undefined && chosen.machine === null;

  const panels = (
    <Panels key={`panels ${chosen.machine?._id}`} chosen={chosen} labels={labels} list={picked} onSession={show} />
  );
  const card = (
    <ResultsCard
      key="results"
      ref={results}
      session={session}
      onRequest={(sessionId) => list.setFilter("session", sessionId)}
      onLoaded={adopt}
      onResent={(sessionId) => list.setFilter("session", sessionId)}
    />
  );
  return (
    <>
      <PageHead
        title="Test Vending Machine"
        line={
          chosen.machine ? (
            <>
              <span className="mono">{chosen.machine.vendingMachineId}</span> ·{" "}
              {countText(chosen.machine.containers.length, "container")}
            </>
          ) : (
            "Doors, locks and pings of one machine"
          )
        }
      />
      <ChoiceBar
        machines={machines}
        areMany={areMany}
        chosen={chosen}
        unknown={isUnknown ? machineId : null}
        // Who tests several machines chooses the product once, where all of them offer it.
        onMachine={(machine) => list.setFilters({ machine, session: "" })}
        onProduct={(product) => list.setFilter("product", product)}
      />
      {isPhone && <PartLinks />}
      <div className="bench">
        {/* On a phone the session that goes on stands before the panels that begin another. */}
        {isPhone && session ? [card, panels] : [panels, card]}
        <PanelForms key={`forms ${chosen.machine?._id}`} chosen={chosen} isPhone={isPhone} />
      </div>
    </>
  );
}
