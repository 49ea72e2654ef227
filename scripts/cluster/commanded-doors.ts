import { openContainers } from "#shared/control-units/control-unit.api.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { startAutoUnits } from "../bench/operators.ts";
import { plantContainers, plantMachines } from "../integration/planted.ts";
import { noFaults } from "../simulator/faults.ts";
import { createCaller } from "../simulator/operator.ts";
import { pause } from "../simulator/pause.ts";
import { planFleet } from "../simulator/plan.ts";

const machines = 8;
const doors = 10;
const everyMs = 1_000;
const manner = { openMs: 200, closeMs: 200 };

/** What became of the commands since `begin`. */
export interface Commanded {
  given: number;
  once: number;
  /** Accepted, and the door stayed closed: the session says so. */
  notDone: number;
  /** The call was answered with an error. */
  refused: number;
  twice: number;
}

/** Machines of their own, the doors of which an operator opens in turn, one each second. */
export const openCommandedDoors = async (
  mongo: Mongo,
  { url, mqttUrl, token, jwtSecret }: { url: string; mqttUrl: string; token: string; jwtSecret: string },
) => {
  const planted = await plantMachines(mongo, jwtSecret, planFleet(machines, 11, noFaults));
  await plantContainers(mongo, planted);
  const { units, stop } = await startAutoUnits(planted, () => mqttUrl, manner);
  const operator = createCaller(url, token);
  const ending = new AbortController();
  let given: Promise<string | null>[] = [];
  let seen = units.map(({ openings }) => openings.length);

  const command = (nth: number): Promise<string | null> => {
    const { plan } = planted[nth % machines] as (typeof planted)[number];
    const containers = [String(1 + (Math.floor(nth / machines) % doors))];
    return operator.call(openContainers, { body: { vendingMachineId: plan.vendingMachineId, containers } }).then(
      ({ sessionId }) => sessionId,
      () => null,
    );
  };
  const running = (async () => {
    for (let nth = 0; await pause(everyMs, ending.signal); nth += 1) given.push(command(nth));
  })();

  return {
    units,
    serialNumbers: planted.map(({ plan }) => plan.serialNumber),
    begin: (): void => {
      given = [];
      seen = units.map(({ openings }) => openings.length);
    },
    /** Reads the commands given so far; all of their doors have had their time. */
    read: async (): Promise<Commanded> => {
      const sessions = await Promise.all(given);
      const heard = units.flatMap((unit) => unit.heard.map(({ command }) => command));
      const sessionOf = new Map(heard.map(({ commandId, sessionId }) => [commandId, sessionId]));
      const opened = units.flatMap(({ openings }, at) => openings.slice(seen[at]));
      const count = (id: string | null) => opened.filter(({ commandId }) => sessionOf.get(commandId) === id).length;
      const accepted = sessions.filter((id) => id !== null).map(count);
      return {
        given: sessions.length,
        once: accepted.filter((times) => times === 1).length,
        notDone: accepted.filter((times) => times === 0).length,
        refused: sessions.length - accepted.length,
        twice: accepted.filter((times) => times > 1).length,
      };
    },
    stop: async (): Promise<void> => {
      ending.abort();
      await running;
      await stop();
    },
  };
};
export type CommandedDoors = Awaited<ReturnType<typeof openCommandedDoors>>;
