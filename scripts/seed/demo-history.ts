import { customersOf } from "../demo-history/customers.ts";
import type { HistoryMachine, HistoryPlan } from "../demo-history/history.ts";
import { products, profileIdOf, profiles } from "./assortment.ts";
import { machinesOf, putUpAt } from "./network.ts";
import { type DemoPlace, places } from "./places.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const pastDays = 90;

/** Offices are empty at the weekend, the walkway and the airport are not. */
const weekendOf: Record<DemoPlace["area"], number> = { Ernakulam: 1.2, Kakkanad: 0.25, Kalamassery: 0.6, Aluva: 0.9 };
const popularityOf: Record<DemoPlace["area"], number> = { Ernakulam: 1, Kakkanad: 1.3, Kalamassery: 0.8, Aluva: 0.7 };

/** Nobody buys at a machine whose unit is silent, or at one that was taken out of service a fortnight ago. */
const untilOf = ({ active, unit }: DemoPlace, now: number): number => {
  if (!active) return now - 14 * dayMs;
  return unit?.silentForHours === undefined ? now : now - unit.silentForHours * hourMs;
};

const machinesIn = (now: number): HistoryMachine[] =>
  machinesOf(now).map((machine, n) => {
    const place = places[n];
    const profile = place && profiles.find(({ _id }) => _id.equals(profileIdOf(place.area)));
    if (!place || !profile) throw new Error("every machine has its place and its profile");
    return {
      machine,
      profile,
      from: putUpAt(place, now).getTime() + 4 * hourMs,
      until: untilOf(place, now),
      popularity: (popularityOf[place.area] * place.containers) / 24,
      weekend: weekendOf[place.area],
    };
  });

/** Ninety days of 300 customers at the machines of the demo network, the same whenever it is begun at that moment. */
export const demoHistory = (now: number, timeZone: string, orders = 5_500): HistoryPlan => {
  const begins = now - pastDays * dayMs;
  return {
    name: "demo",
    begins,
    now,
    timeZone,
    orders,
    takenShare: 0.92,
    liking: products.map(({ brand }) => brand),
    machines: machinesIn(now),
    customers: customersOf("demo", 300, { begins, now, firstPhone: 9_000_001_001 }),
  };
};
