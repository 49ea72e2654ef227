import type { Collections } from "#shared/runtime/collections.ts";
import { demoMarker as marker, refuseProductionData } from "#shared/runtime/demo-marker.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { storeHistory } from "./demo-history/store-history.ts";
import { demoHistory } from "./seed/demo-history.ts";
import { demoUnits, type SimulatedUnit } from "./seed/demo-units.ts";
import { demoSteps, renewSecrets } from "./seed/lay-out.ts";

interface SeedOrder {
  mongodbUri: string;
  /** The secrets of the simulated units are derived from it. */
  jwtSecret: string;
  say(line: string): void;
  /** Set if it is not the database that the URI names. */
  database?: string;
  /** In whose days the history is made up. */
  timeZone?: string;
  /** About how many orders it has. */
  pastOrders?: number;
}

const historyMarker = "demo past";

/** Users do not count: an admin may be in a database that is otherwise empty. */
const announced = ["machines", "productProfiles", "products", "regions", "units", "registrationRequests"] as const;

const isEmpty = async (collections: Collections): Promise<boolean> => {
  const found = await Promise.all(announced.map((name) => collections[name].estimatedDocumentCount()));
  return found.every((count) => count === 0);
};

/**
 * Ninety days of orders and what came of them. What was begun is finished as it was begun, in the moment of that time.
 * A network that has none yet gets one as well: its customers are its own.
 */
const layOutHistory = async (
  collections: Collections,
  timeZone: string,
  orders: number | undefined,
  say: SeedOrder["say"],
): Promise<void> => {
  const { seeds } = collections;
  const begun = await seeds.findOneAndUpdate(
    { _id: historyMarker },
    { $setOnInsert: { state: "started", begunAt: new Date() } },
    { upsert: true, returnDocument: "after" },
  );
  if (begun?.state === "done") return;
  const many = await storeHistory(
    { collections },
    demoHistory((begun?.begunAt ?? new Date()).getTime(), timeZone, orders),
  );
  await seeds.updateOne({ _id: historyMarker }, { $set: { state: "done" } });
  say(`Demo data: ${many} orders of the last 90 days.`);
};

/**
 * Lays out a small believable network with a history where the database is empty, and finishes one that was
 * interrupted. Called on a migrated database, before any service starts; never in production. Returns the units that a
 * simulator can play: none where the database has a network of its own.
 */
export const seed = async ({
  mongodbUri,
  jwtSecret,
  say,
  database,
  timeZone = "Asia/Kolkata",
  pastOrders,
}: SeedOrder): Promise<{ simulated: SimulatedUnit[] }> => {
  const { collections, close } = await connectMongo(mongodbUri, {
    appName: "cansole-seed",
    ...(database ? { database } : {}),
  });
  try {
    await refuseProductionData(collections);
    // In this order: another process that seeds at the same moment writes the marker before the first record.
    const empty = await isEmpty(collections);
    const state = (await collections.seeds.findOne({ _id: marker }))?.state;
    if (!state && !empty) {
      say("Demo data: none, because the database holds a network already.");
      return { simulated: [] };
    }
    if (state !== "done") {
      await collections.seeds.updateOne({ _id: marker }, { $set: { state: "started" } }, { upsert: true });
      for (const { add } of demoSteps(collections, jwtSecret, Date.now())) await add();
      await collections.seeds.updateOne({ _id: marker }, { $set: { state: "done" } });
      say("Demo data: 24 machines in 4 regions around Kochi.");
    }
    await layOutHistory(collections, timeZone, pastOrders, say);
    await renewSecrets(collections, jwtSecret);
    return { simulated: demoUnits(jwtSecret) };
  } finally {
    await close();
  }
};
