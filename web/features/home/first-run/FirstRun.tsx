import "./first-run.css";
import { inventoryAtom } from "../../../records/inventory.atoms.ts";
import { judgedMachinesAtom } from "../../../records/machines.atoms.ts";
import { productsAtom } from "../../../records/products.atoms.ts";
import { profilesAtom } from "../../../records/profiles.atoms.ts";
import { useAtomValue } from "../../../state/jotai.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { type FirstStep, firstSteps } from "./first-steps.ts";

function Command({ of }: { of: string }) {
  const { copied, copy } = useCopy();
  return (
    <p className="first-command muted">
      No machine at hand? Simulate one:{" "}
      <button type="button" className="id" title="Copy" onClick={() => void copy(of)}>
        {of}
        <span className={`pi ${copied ? "pi-check" : "pi-copy"}`} aria-hidden="true" />
      </button>
    </p>
  );
}

function Step({ of: { title, words, to, action, isDone, command }, isNext }: { of: FirstStep; isNext: boolean }) {
  return (
    <li className={`first-step${isDone ? " first-done" : ""}`} aria-current={isNext ? "step" : undefined}>
      <h3>
        {title}
        {isDone && <span className="muted"> · done</span>}
      </h3>
      <p className="muted">{words}</p>
      {isNext && command && <Command of={command} />}
      {isNext && (
        <ButtonLink kind="primary" to={to}>
          {action}
        </ButtonLink>
      )}
    </li>
  );
}

/** An empty console leads to its first open door; a step that is done by anybody is ticked by itself. */
export default function FirstRun() {
  const machines = useAtomValue(judgedMachinesAtom).data;
  const products = useAtomValue(productsAtom).data;
  const profiles = useAtomValue(profilesAtom).data;
  const stock = useAtomValue(inventoryAtom).data;
  if (!machines || !products || !profiles || !stock) return null;
  const steps = firstSteps({
    products: products.length,
    profiles: profiles.filter(({ brands }) => brands.length > 0).length,
    machines: machines.length,
    firstMachine: machines[0]?.record._id ?? null,
    assigned: stock.reduce((sum, { totalAssignedContainers }) => sum + totalAssignedContainers, 0),
    units: machines.filter(({ record }) => record.unit !== null).length,
    heard: machines.filter(({ record }) => record.lastSeenOnline !== null).length,
  });
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section className="card first-run" aria-labelledby="first-run">
      <h2 id="first-run">From nothing to an open door in six steps</h2>
      <ol>
        {steps.map((step) => (
          <Step key={step.title} of={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}
