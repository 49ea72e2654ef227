import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { atLeast, atMost, exactly, type Fault } from "./fault.ts";
import { type FloodHouse, withFloodHouse } from "./flood-house.ts";
import { signInMs } from "./probe.ts";
import { floodsFrom, startFlood } from "./start-flood.ts";

const perSecond = 1_000;
const floodMs = 15_000;
const others = "127.0.0.2";
/** As long as the protocol has a unit wait at most between two tries. */
const soonMs = 60_000;

/** Units of another address sign in one after another until it is over. */
const signIns = async ({ units, mqttPort }: FloodHouse, ms: number): Promise<(number | null)[]> => {
  const took: (number | null)[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await pause(200)) {
    const unit = units[took.length % units.length];
    if (unit) took.push(await signInMs(unit, mqttPort, others, { overTls: true }));
  }
  return took;
};

/** How long a unit at the flood's own address tries, every half second, until it comes in once. */
const triesMs = async ({ units: [unit], mqttPort }: FloodHouse): Promise<number> => {
  const began = performance.now();
  while (unit && performance.now() - began < soonMs) {
    if ((await signInMs(unit, mqttPort, floodsFrom, { overTls: true })) !== null) return performance.now() - began;
    await pause(500);
  }
  return Number.POSITIVE_INFINITY;
};

const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

export const fault: Fault = {
  promise: "whoever begins TLS handshakes without end takes little of the gateway, and keeps no unit out for ever",
  run: async (say) => {
    const folder = mkdtempSync(join(tmpdir(), "cansole-tls-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const wishes = ["-newkey", "rsa:2048", "-days", "2", "-subj", "/CN=localhost"];
    execFileSync("openssl", ["req", "-x509", "-nodes", ...wishes, "-keyout", key, "-out", cert], { stdio: "ignore" });
    const work = async (house: FloodHouse) => {
      const spent = () => house.metric("cansole_process_cpu_seconds_total");
      const idle = await spent();
      await pause(5_000);
      const quiet = ((await spent()) - idle) / 5;
      const flood = await startFlood({ kind: "hellos", port: house.mqttPort, connections: 400, perSecond });
      // What may come at once has come by then.
      await pause(5_000);
      const [from, said] = [await spent(), Number((await flood.ask("done")).said)];
      const began = performance.now();
      await pause(floodMs);
      const seconds = (performance.now() - began) / 1_000;
      const share = ((await spent()) - from) / seconds;
      const hellos = (Number((await flood.ask("done")).said) - said) / seconds;
      const took = await signIns(house, floodMs);
      const own = await triesMs(house);
      await flood.stop();
      const after = await triesMs(house);
      const times = took.flatMap((ms) => ms ?? []);
      say(`${hellos.toFixed(0)} a second; the gateway was busy for ${Math.round(100 * share)} % of a core`);
      say(`without them ${Math.round(100 * quiet)} %; sign-ins elsewhere p95 ${p95(times).toFixed(0)} ms`);
      return [
        atLeast("recorded ClientHellos a second", hellos, perSecond * 0.8),
        atMost("the gateway's share of a core meanwhile", 100 * share, 30, "%"),
        exactly("units of another address that did not come in", took.length - times.length, 0),
        atMost("a unit at the same address came in after", own / 1_000, soonMs / 1_000, "s"),
        atMost("and once it was over after", after / 1_000, 10, "s"),
      ];
    };
    try {
      return await withFloodHouse(20, say, work, { MQTT_TLS_KEY: key, MQTT_TLS_CERT: cert });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
