import { useMemo } from "react";
import type { TestMachine } from "#shared/control-units/control-unit.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { MachineSearchField } from "../../records/MachineSearchField.tsx";
import { machineAtomOf } from "../../records/machines.atoms.ts";
import { useHeard } from "../../records/use-heard.ts";
import { useAtomValue } from "../../state/jotai.ts";
import type { Load } from "../../state/load.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Id } from "../../ui/Id.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { type Chosen, testProducts } from "./panel-checks.ts";

interface ChoiceBarProps {
  machines: Load<TestMachine[]>;
  /** `machines` has the chosen one alone: another is searched for. */
  areMany: boolean;
  chosen: Chosen;
  /** The id in the address, where no machine goes by it. */
  unknown: string | null;
  onMachine: (vendingMachineId: string) => void;
  onProduct: (product: string) => void;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** By name; the id distinguishes machines of one name. */
const machineOptions = (machines: readonly TestMachine[]) => {
  const counts = new Map<string, number>();
  for (const { name } of machines) counts.set(name, (counts.get(name) ?? 0) + 1);
  return machines
    .map(({ vendingMachineId, name }) => ({
      value: vendingMachineId,
      label: (counts.get(name) ?? 0) > 1 ? `${name} (${vendingMachineId})` : name,
    }))
    .sort((a, b) => collator.compare(a.label, b.label));
};

function Indicator({ machine }: { machine: Machine }) {
  const { indicator } = useHeard(machine);
  return <StateChip state={indicator} glows />;
}

/** Online or Offline, true to the second. */
function MachineStatusChip({ machineId }: { machineId: string }) {
  const machine = useAtomValue(useMemo(() => machineAtomOf(machineId), [machineId])).data;
  return machine ? <Indicator key={machineId} machine={machine} /> : <span className="bone chip-bone" />;
}

/** What every panel works with, pinned on top: the machine, the product, the session. */
export function ChoiceBar({ machines, areMany, chosen, unknown, onMachine, onProduct }: ChoiceBarProps) {
  const { machine, product, session } = chosen;
  const offered = useMemo(() => machineOptions(machines.data ?? []), [machines.data]);
  const products = useMemo(() => (machine ? testProducts(machine) : []), [machine]);
  const error = unknown === null ? {} : { error: `No machine with a control unit is called ${unknown}` };
  return (
    <div className="choice-bar">
      {areMany ? (
        <div>
          <MachineSearchField
            label="Vending Machine"
            value={machine?._id ?? null}
            own={machine ? { _id: machine._id, label: machine.name } : undefined}
            {...error}
            onChange={() => undefined}
            onChosen={({ vendingMachineId }) => onMachine(vendingMachineId)}
          />
        </div>
      ) : (
        <SelectField
          label="Vending Machine"
          value={machine?.vendingMachineId ?? null}
          options={offered}
          loading={machines.state === "loading" && machines.data === undefined}
          placeholder="Choose a vending machine"
          emptyText={machines.state === "failed" ? machines.error : "No vending machine has a control unit"}
          {...error}
          onChange={(id) => onMachine(id ?? "")}
        />
      )}
      <SelectField
        label="Product"
        value={product}
        options={products}
        disabled={!machine}
        placeholder={machine ? "Choose a product" : "Choose a machine first"}
        emptyText="The machine's profile has no product"
        onChange={(id) => onProduct(id ?? "")}
      />
      <dl className="choice-facts">
        <div>
          <dt>Status</dt>
          <dd>{machine ? <MachineStatusChip machineId={machine._id} /> : <span className="muted">–</span>}</dd>
        </div>
        <div>
          <dt>Session ID</dt>
          <dd>{session ? <Id value={session} label="session id" /> : <span className="muted">none yet</span>}</dd>
        </div>
      </dl>
    </div>
  );
}
