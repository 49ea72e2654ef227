import {
  changeRegistered,
  readRegistered,
  registerUnit,
  removeRegistered,
  renewSecret,
} from "#shared/registration/registration.api.ts";
import { type AutoUnit, createAutoUnit } from "../../../integration/commands/auto-unit.ts";
import type { PlantedUnit } from "../../../integration/planted.ts";
import { type ApiCaller, RefusedError } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { Installation } from "../../installation.ts";

/** Control units that are given new secrets, registered anew and moved to another machine, at either gateway. */
export const openUnits = (planted: PlantedUnit[], urlOf: () => string, random: Random) => {
  const manner = {
    openMs: 150,
    closeMs: 150,
    staysMs: () => random.between(8_000, 30_000),
    awayMs: () => random.between(100, 800),
  };
  const all: AutoUnit[] = [];
  const present = new Map<string, AutoUnit>();
  const start = ({ plan }: Pick<PlantedUnit, "plan">, secret: string): void => {
    const unit = createAutoUnit({ plan, secret, machineId: "" } as PlantedUnit, urlOf, manner);
    all.push(unit);
    present.set(plan.serialNumber, unit);
    unit.start();
  };
  for (const one of planted) start(one, one.secret);
  return {
    all,
    present,
    exchange: async (one: PlantedUnit, secret: string): Promise<void> => {
      await present.get(one.plan.serialNumber)?.stop();
      start(one, secret);
    },
  };
};

/** Null where it is not registered; throws where nobody answers. */
const presentUnit = async (call: ApiCaller["call"], serialNumber: string) => {
  const read = call(readRegistered, { query: { serialNumber } });
  const { vendingMachine } = await read.catch((error: unknown) => {
    if (error instanceof RefusedError && error.status === 404) return { vendingMachine: null };
    throw error;
  });
  return vendingMachine;
};

export type ExchangedUnits = ReturnType<typeof openUnits>;

/** New secrets, registrations and other machines, until `signal`; answers how often. */
export const register = async (
  { operator, mongo }: Installation,
  planted: PlantedUnit[],
  units: ExchangedUnits,
  random: Random,
  signal: AbortSignal,
) => {
  const did = new Map<string, number>();
  const note = (what: string) => did.set(what, (did.get(what) ?? 0) + 1);
  /** One without a unit, or any: that is refused. */
  const someMachine = async () => {
    const { machines, units: stored } = mongo.collections;
    const taken = (await stored.find().toArray()).flatMap(({ machine }) => machine ?? []);
    const _id = random.chance(0.9) ? { $nin: taken } : { $exists: true };
    return `${random.pick(await machines.find({ _id }).toArray())._id}`;
  };
  while (await pause(random.between(300, 1_500), signal)) {
    const one = random.pick(planted);
    const { serialNumber } = one.plan;
    const call = operator(random.whole(0, 1)).call;
    const act = async () => {
      const unit = await presentUnit(call, serialNumber);
      if (!unit) {
        const body = { serialNumber, name: serialNumber, vendingMachine: await someMachine() };
        const { secret } = await call(registerUnit, { body });
        if (secret) await units.exchange(one, secret);
        return note("registered");
      }
      const lot = random.next();
      if (lot < 0.25) {
        await call(removeRegistered, { body: { serialNumber } });
        return note("deleted");
      }
      if (lot < 0.5) {
        const { secret } = await call(renewSecret, { body: { _id: unit._id } });
        await units.exchange(one, secret);
        return note("new secret");
      }
      await call(changeRegistered, { body: { _id: unit._id, vendingMachine: await someMachine() } });
      note("moved");
    };
    await act().catch(() => note("refused or lost"));
  }
  return did;
};

/** Each unit is in with a secret of its own again. */
export const settle = async ({ operator, mongo }: Installation, planted: PlantedUnit[], units: ExchangedUnits) => {
  const { call } = operator(0);
  for (const one of planted) {
    const { serialNumber } = one.plan;
    const unit = await presentUnit(call, serialNumber);
    if (!unit) {
      const linked = (await mongo.collections.units.find().toArray()).map(({ machine }) => `${machine}`);
      const free = (await mongo.collections.machines.find().toArray()).find(({ _id }) => !linked.includes(`${_id}`));
      const body = { serialNumber, name: serialNumber, vendingMachine: `${free?._id}` };
      const { secret } = await call(registerUnit, { body });
      await units.exchange(one, secret ?? "");
      continue;
    }
    if (!unit.authorised) await call(changeRegistered, { body: { _id: unit._id, authorised: true } });
    const { secret } = await call(renewSecret, { body: { _id: unit._id } });
    await units.exchange(one, secret);
  }
};
