import { setTimeout as pause } from "node:timers/promises";
import { atMost, exactly, type Fault, type Figure } from "./fault.ts";
import { type FloodHouse, withFloodHouse } from "./flood-house.ts";
import { signInMs } from "./probe.ts";
import { floodsFrom, startFlood } from "./start-flood.ts";

const floodMs = 20_000;
/** Addresses of this host: the flood's, and one from which nothing but units come. */
const [theirs, others] = [floodsFrom, "127.0.0.2"] as const;

/** Units sign in, one after another, from both addresses, until it is over. */
const measure = async (house: FloodHouse, ms: number) => {
  const times: Record<string, number[]> = { [theirs]: [], [others]: [] };
  const refused: Record<string, number> = { [theirs]: 0, [others]: 0 };
  let most = 0;
  const end = performance.now() + ms;
  for (let i = 0; performance.now() < end; i += 1) {
    const unit = house.units[i % house.units.length];
    const from = i % 2 === 0 ? theirs : others;
    const took = unit ? await signInMs(unit, house.mqttPort, from) : null;
    if (took === null) refused[from] = (refused[from] ?? 0) + 1;
    else times[from]?.push(took);
    if (i % 10 === 0) most = Math.max(most, await house.memoryMiB());
    await pause(50);
  }
  return { times, refused, most };
};

const p95 = (times: number[] = []): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

export const fault: Fault = {
  promise: "whoever floods the broker, with the provisioning key or without, keeps no unit from signing in",
  run: (say) =>
    withFloodHouse(40, say, async (house) => {
      const figures: Figure[] = [];
      const quiet = await measure(house, 5_000);
      const before = await house.memoryMiB();
      // A machine that does other work besides is slow without a flood, too.
      const bound = Math.max(1_000, 5 * p95([...(quiet.times[theirs] ?? []), ...(quiet.times[others] ?? [])]));
      const spent = () => house.metric("cansole_process_cpu_seconds_total");
      say(`before: sign-in p95 ${p95(quiet.times[others]).toFixed(0)} ms, ${before.toFixed(0)} MiB`);
      for (const [kind, connections, perSecond] of [
        ["subscribes", 20, 20_000],
        ["secrets", 2_000, 1_000],
        ["broken", 200, 1_000],
      ] as const) {
        const idle = await spent();
        const flood = await startFlood({ kind, port: house.mqttPort, connections, perSecond });
        const { times, refused, most } = await measure(house, floodMs);
        const { said, opened } = await flood.ask("done");
        await flood.stop();
        const share = ((await spent()) - idle) / (floodMs / 1_000);
        say(
          `${kind}: ${said} said over ${opened} connections in ${floodMs / 1_000} s; the gateway was busy for ${Math.round(100 * share)} % of it`,
        );
        for (const [from, whose] of [
          [others, "another address"],
          [theirs, "the flood's address"],
        ] as const) {
          figures.push(exactly(`${kind}: units refused at ${whose}`, refused[from] ?? 0, 0));
          figures.push(atMost(`${kind}: sign-in p95 at ${whose}`, p95(times[from]), Math.round(bound), "ms"));
        }
        figures.push(atMost(`${kind}: memory grown by`, most - before, 200, "MiB"));
        await pause(3_000);
      }
      return figures;
    }),
};
