import { addMachine, listMachines } from "#shared/machines/machine.api.ts";
import { listProfiles } from "#shared/profiles/profile.api.ts";
import { listRegistered, registerUnit, renewSecret } from "#shared/registration/registration.api.ts";
import type { ApiCaller } from "./operator.ts";
import { SimulatorError } from "./options.ts";
import type { FleetPlan } from "./plan.ts";
import { createRandom } from "./random.ts";

const atOnce = 6;

/** Runs `work` for each item, a few at a time; the first failure ends it. */
const forEachFew = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of rest) await work(item);
    }),
  );
};

interface Enrolled {
  /** The secret of each unit that is registered already; the others have to request theirs. */
  secrets: Map<string, string>;
  /** Registers one that requests it. */
  register: (plan: FleetPlan) => Promise<void>;
}

/**
 * Makes the console ready for this fleet, as an operator would: machines that do not exist yet are added, and a unit
 * that was registered by an earlier run is given a new secret, because nobody kept the old one. `progress` receives how
 * many of the fleet are ready.
 */
export const enrol = async (
  { call }: ApiCaller,
  plans: FleetPlan[],
  seed: number,
  progress: (ready: number) => void,
): Promise<Enrolled> => {
  const { productProfiles } = await call(listProfiles, {});
  if (productProfiles.length === 0) throw new SimulatorError("The console has no product profile yet: add one first.");
  const byName = productProfiles.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const known = await call(listMachines, {});
  const registered = await call(listRegistered, {});
  const machineIds = new Map(known.vendingMachines.map(({ vendingMachineId, _id }) => [vendingMachineId, _id]));
  const unitIds = new Map(registered.vendingMachines.map(({ serialNumber, _id }) => [serialNumber, _id]));
  const secrets = new Map<string, string>();
  let ready = 0;

  await forEachFew(plans, async ({ serialNumber, name, location, vendingMachineId }) => {
    if (!machineIds.has(vendingMachineId)) {
      const { _id: profile } = createRandom(`${seed}/profile/${serialNumber}`).pick(byName);
      const { data } = await call(addMachine, { body: { name, location, vendingMachineId, profile } });
      machineIds.set(vendingMachineId, data._id);
    }
    const unit = unitIds.get(serialNumber);
    if (unit) secrets.set(serialNumber, (await call(renewSecret, { body: { _id: unit } })).secret);
    ready += 1;
    progress(ready);
  });

  return {
    secrets,
    register: async ({ serialNumber, version, name, vendingMachineId }) => {
      const vendingMachine = machineIds.get(vendingMachineId);
      if (!vendingMachine) throw new SimulatorError(`${vendingMachineId} is not among the console's machines.`);
      try {
        await call(registerUnit, { body: { serialNumber, version, name, vendingMachine } });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new SimulatorError(`${serialNumber} could not be registered with ${vendingMachineId}: ${why}`);
      }
    },
  };
};
