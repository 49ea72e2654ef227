import { Agent, request } from "node:http";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { createHandUnit, type HandUnit } from "../../walks/commands/hand-unit.ts";
import type { PlantedUnit } from "../../walks/planted.ts";
import { openBenchHouse } from "../targets.ts";
import { atMost, exactly, type Fault, type Figure } from "./fault.ts";

const machines = 10_000;
const containersEach = 5;
const operators = 200;
const servedWithinMs = 5_000;
const pubackWithinMs = 100;
const lists = {
  Home: "/vending-machines",
  "live status": "/vending-machines/live-status",
  inventory: "/containers/all",
};

/** All units have been heard a moment ago; the gateway that starts reads so. */
const plantPresence = async ({ collections }: Mongo, units: PlantedUnit[]): Promise<void> => {
  const stored = { lastSeen: new Date(), strength: -60, clockOffsetSeconds: 0 };
  await collections.lastSeen.insertMany(units.map(({ plan }) => ({ _id: plan.serialNumber, ...stored })));
};

interface Served {
  status: number;
  ms: number;
  bytes: number;
}
const agent = new Agent({ keepAlive: true, maxSockets: operators });

/** As a browser loads it: packed, read to its end. What refuses or breaks has the status 0. */
const load = (url: string, token: string): Promise<Served> =>
  new Promise((resolve) => {
    const began = performance.now();
    let bytes = 0;
    const end = (status: number) => resolve({ status, ms: performance.now() - began, bytes });
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br" };
    request(url, { agent, headers }, (answer) => {
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      answer.on("end", () => end(answer.statusCode ?? 0));
      answer.on("error", () => end(0));
    })
      .on("error", () => end(0))
      .end();
  });

/** One unit says its locks again and again; gives the longest that it waited for a PUBACK since asked last. */
const clockPubacks = (unit: HandUnit) => {
  let longest = 0;
  let isGoing = true;
  const going = (async () => {
    while (isGoing) {
      const began = performance.now();
      // Always the same, so that it does not count as a lock that rattles; it is written all the same.
      await unit.sayLocks([{ channel: 1, isLocked: true }]);
      longest = Math.max(longest, performance.now() - began);
      await pause(10);
    }
  })();
  return {
    longest: (): number => {
      const found = longest;
      longest = 0;
      return found;
    },
    stop: async (): Promise<void> => {
      isGoing = false;
      await going;
    },
  };
};

export const fault: Fault = {
  promise: `${operators} operators who load ${machines} machines at once are all served, and no PUBACK waits for them`,
  run: async (say) => {
    const plans = planFleet(machines, 7, noFaults).map((plan) => ({
      ...plan,
      channels: plan.channels.slice(0, containersEach),
    }));
    const house = await openBenchHouse(plans, say, plantPresence);
    try {
      const tokens: string[] = [];
      for (let n = 0; n < operators; n += 1) tokens.push(await house.addOperator());
      const [first] = house.units;
      if (!first) throw new Error("there is no machine");
      const unit = createHandUnit(first);
      // The stock of all machines is computed first.
      await pause(15_000);
      await unit.connect(house.mqttUrl);
      const pubacks = clockPubacks(unit);
      await pause(3_000);
      say(`longest PUBACK while nobody loads: ${pubacks.longest().toFixed(0)} ms`);

      const figures: Figure[] = [];
      for (const [name, path] of Object.entries(lists)) {
        const before = await house.read();
        const loads = await Promise.all(tokens.map((token) => load(`${house.url}/api/v1.2${path}`, token)));
        const puback = pubacks.longest();
        const cpu = (await house.read()).cpuSeconds - before.cpuSeconds;
        const kilobytes = Math.max(...loads.map(({ bytes }) => bytes)) / 1_000;
        say(`${name}: ${kilobytes.toFixed(0)} kB each, ${cpu.toFixed(2)} s of the gateway's processor`);
        figures.push(
          exactly(`${name}: operators who were not served`, loads.filter(({ status }) => status !== 200).length, 0),
          atMost(
            `${name}: the last of them was served after`,
            Math.max(...loads.map(({ ms }) => ms)),
            servedWithinMs,
            "ms",
          ),
          atMost(`${name}: longest PUBACK meanwhile`, puback, pubackWithinMs, "ms"),
        );
        await pause(2_000);
        pubacks.longest();
      }
      const { rss } = await house.read();
      say(`the gateway's memory afterwards: ${(rss / 1_048_576).toFixed(0)} MiB`);
      await pubacks.stop();
      await unit.end();
      return figures;
    } finally {
      agent.destroy();
      await house.stop();
    }
  },
};
