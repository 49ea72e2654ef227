import { randomUUID } from "node:crypto";
import {
  cancelSession,
  openContainers,
  pingMachine,
  requestLockStatus,
  resendSession,
  restartMachine,
  updateStock,
} from "#shared/control-units/control-unit.api.ts";
import type { PlantedUnit } from "../../../integration/planted.ts";
import { RefusedError } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { Installation } from "../../installation.ts";

/** What technicians did, and the session that each click was answered with; a click has one key. */
export interface Clicks {
  sessionsOf: Map<string, Set<string>>;
  cancelled: Set<string>;
  refusals: Map<string, number>;
}

const every = [openContainers, openContainers, updateStock, requestLockStatus, pingMachine, restartMachine];

/** A click whose answer is lost is repeated with its key, at this gateway and at the other, up to four times at once. */
const click = async (
  { sessionsOf, refusals }: Clicks,
  random: Random,
  call: (at: number, headers: Record<string, string>) => Promise<{ sessionId: string }>,
) => {
  const key = randomUUID();
  const mine = new Set<string>();
  sessionsOf.set(key, mine);
  const times = random.chance(0.4) ? random.whole(2, 4) : 1;
  const once = async (at: number) => {
    await pause(random.between(0, 60));
    try {
      mine.add((await call(at, { "idempotency-key": key })).sessionId);
    } catch (error) {
      const why = error instanceof RefusedError ? error.message : "no answer";
      refusals.set(why, (refusals.get(why) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: times }, (_, at) => once(at)));
  return [...mine][0] ?? null;
};

/** One technician in a hurry, at one machine at a time: opens, looks, cancels, resends. */
const work = async (
  installation: Installation,
  units: PlantedUnit[],
  clicks: Clicks,
  random: Random,
  signal: AbortSignal,
) => {
  const { operator } = installation;
  const known: string[] = [];
  while (await pause(random.between(20, 500), signal)) {
    const { plan } = random.pick(units);
    const { vendingMachineId } = plan;
    const [session] = known.slice(-1);
    if (session && random.chance(0.15)) {
      const cancel = operator(random.whole(0, 1)).call(cancelSession, { params: { id: session }, body: {} });
      await cancel.then(
        () => clicks.cancelled.add(session),
        () => undefined,
      );
      continue;
    }
    if (session && random.chance(0.15)) {
      const again = await click(clicks, random, (at, headers) =>
        operator(at).call(resendSession, { params: { id: session }, body: {} }, headers),
      );
      if (again) known.push(again);
      continue;
    }
    const endpoint = random.pick(every);
    const first = random.whole(1, 8);
    const containers = endpoint === pingMachine || endpoint === restartMachine ? [] : [`${first}`, `${first + 1}`];
    const body = { vendingMachineId, ...(containers.length > 0 ? { containers } : {}) };
    const id = await click(clicks, random, (at, headers) =>
      operator(at).call(endpoint as typeof openContainers, { body }, headers),
    );
    if (id) known.push(id);
  }
};

export const technicians = async (
  installation: Installation,
  units: PlantedUnit[],
  random: Random,
  signal: AbortSignal,
): Promise<Clicks> => {
  const clicks: Clicks = { sessionsOf: new Map(), cancelled: new Set(), refusals: new Map() };
  const all = [0, 1].map((at) => work(installation, units, clicks, random.fork(`technician ${at}`), signal));
  await Promise.all(all);
  return clicks;
};
