import { pause } from "../../simulator/pause.ts";
import { type Installation, startChild } from "../installation.ts";
import { quantile } from "../measure.ts";
import { signInMs } from "./connections.ts";
import type { Order } from "./flooder.ts";

export const portOf = (url: string): number => Number(new URL(url).port);
/** Addresses of this host: the flood's, and one from which nothing but units come. */
export const floodsFrom = "127.0.0.1";
export const elsewhere = "127.0.0.2";

/** How often something was said a second, and the gateway's share of a core in percent, while `work` lasts. */
export const during = async <T>({ metric }: Installation, order: Order, work: () => Promise<T>) => {
  const flood = await startChild("faults/flooder.ts", order);
  // What may come at once has come by then.
  await pause(3_000);
  const spent = () => metric("cansole_process_cpu_seconds_total");
  const said = async () => Number((await flood.read()).said);
  const [began, cpu, before] = [performance.now(), await spent(), await said()];
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  const [perSecond, share] = [((await said()) - before) / seconds, (100 * ((await spent()) - cpu)) / seconds];
  await flood.stop();
  return { result, perSecond, share };
};

/** Units sign in from an address, one after another, for a while: how many did not come in, and the others' p95 in ms. */
export const signIns = async (
  { units, mqttUrl }: Installation,
  { from, isTls = false, ms }: { from: string; isTls?: boolean; ms: number },
) => {
  const took: (number | null)[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await pause(100)) {
    const unit = units[took.length % units.length];
    if (unit) took.push(await signInMs(unit, { port: portOf(mqttUrl), from, isTls }));
  }
  const times = took.flatMap((one) => one ?? []);
  return { refused: took.length - times.length, p95: quantile(times, 0.95) };
};

/** Seconds for which a unit at an address tries, every half second, until it comes in once; a minute at most. */
export const secondsUntilIn = async ({ units: [unit], mqttUrl }: Installation, from: string, isTls: boolean) => {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  while (unit && seconds() < 60) {
    if ((await signInMs(unit, { port: portOf(mqttUrl), from, isTls })) !== null) return seconds();
    await pause(500);
  }
  return Number.POSITIVE_INFINITY;
};
