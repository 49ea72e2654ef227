import { demoMarker } from "#shared/runtime/demo-marker.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { products, profiles, regions } from "../seed/assortment.ts";
import { customersOf } from "./customers.ts";
import type { HistoryPlan } from "./history.ts";

const dayMs = 86_400_000;
const pastDays = 365;

interface Size {
  orders: number;
  customers: number;
  machines: number;
  /** How many cans are taken on the visit on which they are paid: 0 to 1. */
  taken: number;
}

/**
 * Stores a network of that size and returns the plan of its history: a year; with few cans taken orders and rows of the
 * ledger are about as many. It is marked as a demo: production refuses it.
 */
export const madeNetwork = async (
  { collections }: Pick<Mongo, "collections">,
  { orders, customers, machines: many, taken }: Size,
): Promise<HistoryPlan> => {
  const now = Math.floor(Date.now());
  const begins = now - pastDays * dayMs;
  const machines = Array.from({ length: many }, (_, n) => {
    const profile = profiles[n % profiles.length];
    if (!profile) throw new Error("the assortment has profiles");
    const machine = aMachine({
      vendingMachineId: `LOAD-${String(n + 1).padStart(5, "0")}`,
      profile: profile._id,
      createdAt: new Date(begins),
    });
    return { machine, profile, from: begins, until: now, popularity: 1 / (1 + n / many), weekend: 0.7 };
  });
  await collections.seeds.insertOne({ _id: demoMarker, state: "done" });
  await collections.products.insertMany(products);
  await collections.productProfiles.insertMany(profiles);
  await collections.regions.insertMany(regions);
  await collections.machines.insertMany(machines.map(({ machine }) => machine));
  return {
    name: "load",
    begins,
    now,
    timeZone: "Asia/Kolkata",
    orders,
    takenShare: taken,
    liking: products.map(({ brand }) => brand),
    machines,
    customers: customersOf("load", customers, { begins, now, firstPhone: 6_000_000_000 }),
  };
};
