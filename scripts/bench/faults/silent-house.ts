import { openContainers } from "#shared/control-units/control-unit.api.ts";
import { noFaults } from "../../simulator/faults.ts";
import { createCaller } from "../../simulator/operator.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { openSilentLine, type SilentLine } from "../../testing/silent-line.ts";
import { createHandUnit } from "../../walks/commands/hand-unit.ts";
import { openBenchHouse } from "../targets.ts";
import { atMost, exactly, type Figure } from "./fault.ts";

/** A house whose rooms reach MongoDB and Redis over lines that can fall silent, and one unit that answers. */
export interface SilentHouse {
  redis: SilentLine;
  mongo: SilentLine;
  /** Seconds until a command that is given now, and again each half second, has reached the unit; at most `limit`. */
  untilCommanded(limit: number): Promise<number>;
  /** How often a door was told to open, of all commands that were ever given. */
  openedTwice(): number;
  isReady(): Promise<boolean>;
}

/** A server falls silent towards every connection, old or new: nothing is ready, and nothing is done twice after it. */
export const allSilent = async (
  server: SilentLine,
  { isReady, untilCommanded, openedTwice }: SilentHouse,
  { within, limit }: { within: number; limit: number },
): Promise<Figure[]> => {
  server.silence({ newOnes: true });
  await pause(5_000);
  const ready = exactly("everything silent, new ones too: ready (0 is no)", Number(await isReady()), 0);
  await pause(10_000);
  server.speak();
  const again = atMost("after 15 s of that, until a command arrives", await untilCommanded(limit), within, "s");
  return [ready, again, exactly("commands that arrived twice", openedTwice(), 0)];
};

const settleMs = 5_000;

export const withSilentHouse = async <T>(
  say: (line: string) => void,
  work: (house: SilentHouse) => Promise<T>,
): Promise<T> => {
  let redis: SilentLine | undefined;
  let mongo: SilentLine | undefined;
  const lines = async (servers: { mongodbUri: string; redisUrl: string }) => {
    redis = await openSilentLine(servers.redisUrl);
    mongo = await openSilentLine(servers.mongodbUri.replace("mongodb:", "http:"));
    const database = new URL(servers.mongodbUri.replace("mongodb:", "http:")).pathname;
    // The set's own address would lead past the line.
    const direct = `mongodb://${mongo.host}${database}?directConnection=true`;
    return { REDIS_URL: `redis://${redis.host}`, MONGODB_URI: direct };
  };
  const house = await openBenchHouse(planFleet(1, 7, noFaults), say, async () => {}, lines);
  const [planted] = house.units;
  if (!redis || !mongo || !planted) throw new Error("the house is not complete");
  const unit = createHandUnit(planted);
  try {
    await unit.connect(house.mqttUrl);
    unit.onCommand(({ commandId, channels }) => {
      for (const channel of channels) {
        for (const fact of ["acknowledged", "opened", "closed"] as const) void unit.say(commandId, channel, { fact });
      }
    });
    const operator = createCaller(house.url, house.token);
    const body = { vendingMachineId: planted.plan.vendingMachineId, containers: ["1"] };
    const beating = setInterval(() => void unit.beat().catch(() => undefined), 5_000);
    void (async () => {
      for (;;) {
        await unit.ended();
        await pause(500);
        await unit.connect(house.mqttUrl).catch(() => undefined);
      }
    })();
    await pause(settleMs);
    try {
      return await work({
        redis,
        mongo,
        untilCommanded: async (limit) => {
          const before = unit.heard.length;
          const began = performance.now();
          const seconds = () => (performance.now() - began) / 1_000;
          while (unit.heard.length === before && seconds() < limit) {
            const asked = operator.call(openContainers, { body } as never).catch(() => undefined);
            await Promise.race([asked, pause(500)]);
            await pause(500);
          }
          return seconds();
        },
        openedTwice: () => unit.heard.length - new Set(unit.heard.map(({ command }) => command.commandId)).size,
        isReady: async () =>
          (await fetch(`${house.url}/readyz`, { signal: AbortSignal.timeout(6_000) }).catch(() => null))?.ok === true,
      });
    } finally {
      clearInterval(beating);
    }
  } finally {
    await house.stop();
    await redis.stop();
    await mongo.stop();
  }
};
