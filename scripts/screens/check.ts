import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readRoomConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { roomEnv } from "#shared/runtime/testing/room-env.ts";
import { startGateway } from "../../gateway/start.ts";
import { createRanks } from "../../workers/ranks/ranks.ts";
import { root } from "../launcher/ground.ts";
import type { createUndo } from "../launcher/undo.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import { launchBrowser } from "../testing/browser.ts";
import { type PrivateServices, startPrivateServices } from "../testing/private-services.ts";
import { plantOperator } from "../walks/planted.ts";
import { type CheckedConsole, type CheckedRoute, checkedWidths, checkRoutes, checkSignedOut } from "./check-routes.ts";
import { idsOf, letSetPasswords, type PlantedSize, plantConsole } from "./planted-console.ts";
import { routesPage } from "./routes-table.ts";
import { keepPart, readPart } from "./seen-parts.ts";

const consoles: { records: string; database: string; size: PlantedSize | null }[] = [
  { records: "no record", database: "none", size: null },
  { records: "three", database: "three", size: { machines: 3, orders: 12, customers: 5 } },
  {
    records: "2,000 machines and 100,000 orders",
    database: "many",
    size: { machines: 2_000, orders: 100_000, customers: 5_000 },
  },
];
const plantedFolder = join(root, "dist/routes-planted");
type Wish = (typeof consoles)[number];

/** Before any gateway follows what is written. What an earlier run planted is taken as it stands. */
const plantOnce = async ({ database, size }: Wish, mongodbUri: string): Promise<void> => {
  await migrateForTests(mongodbUri, database);
  const mongo = await connectMongo(mongodbUri, { database });
  try {
    if (size && (await mongo.collections.machines.findOne()) === null) await plantConsole(mongo, size);
    await createRanks({ mongo, log: createLogger("screens", "warn") }).rebuild();
  } finally {
    await mongo.close();
  }
};

/** A gateway upon a database of its own that has been planted. */
const openChecked = async (
  wish: Wish,
  { mongodbUri, redisUrl }: Pick<PrivateServices, "mongodbUri" | "redisUrl">,
  webRoot: string,
): Promise<CheckedConsole & { stop: () => Promise<void> }> => {
  const { database, size } = wish;
  await plantOnce(wish, mongodbUri);
  const config = readRoomConfig(roomEnv({ mongodbUri, redisUrl }, { WEB_ROOT: webRoot }));
  const log = createLogger("screens", "warn");
  const gateway = await startGateway(config, { log, database, prefix: database, port: 0, mqttPort: 0 });
  const { mongo } = gateway.parts;
  const token = await plantOperator(gateway.parts);
  await letSetPasswords(mongo);
  return { url: gateway.url, token, ids: await idsOf(mongo), hasRecords: size !== null, stop: gateway.stop };
};

/**
 * `npm run screens -- --check`: every route of three consoles; answers how much was wrong in what was seen now. `wanted`
 * names some of them or of the widths: `--check three 1440`; with `keep` what was planted stays in dist for the next
 * run. Each part is kept, and docs/screens/README.md is written from all parts that were ever seen, with their times.
 */
export const check = async (
  say: (line: string) => void,
  undo: ReturnType<typeof createUndo>,
  wanted: readonly string[],
): Promise<number> => {
  const some = consoles.filter(({ database }) => wanted.includes(database));
  const widths = checkedWidths.filter((width) => wanted.includes(String(width)));
  const services = await startPrivateServices(wanted.includes("keep") ? { keptIn: plantedFolder } : {});
  undo.add("servers", services.stop);
  // Its own copy: a build beside this run would take the files away under the browser.
  const webRoot = join(services.dataDir, "web");
  await cp(join(root, "dist/web"), webRoot, { recursive: true });
  const browser = await launchBrowser();
  undo.add("browser", () => browser.close());
  let count = 0;
  for (const wish of some.length > 0 ? some : consoles) {
    const { records, database } = wish;
    say(`Planting: ${records} ...`);
    const one = await openChecked(wish, services, webRoot);
    try {
      for (const width of widths.length > 0 ? widths : checkedWidths) {
        const routes: CheckedRoute[] = [];
        await checkRoutes(browser, one, width, (seen) => {
          routes.push(seen);
          const words = seen.wrong.join("; ") || `as it should be after ${seen.tookMs} ms`;
          say(`${records}, ${width} px, ${seen.route}: ${words}`);
        });
        const signedOut = await checkSignedOut(browser, one, width);
        say(`${records}, ${width} px, signed out: ${signedOut.join("; ") || "as it should be"}`);
        await keepPart({ database, width, seenAt: new Date().toISOString(), routes, signedOut });
        await writeTable();
        count += routes.reduce((sum, { wrong }) => sum + wrong.length, signedOut.length);
      }
    } finally {
      await one.stop();
    }
  }
  return count;
};

const writeTable = async (): Promise<void> => {
  const parts = await Promise.all(
    consoles.flatMap(({ database }) => checkedWidths.map((width) => readPart(database, width))),
  );
  const seen = parts.filter((part) => part !== null);
  await writeFile(join(root, "docs/screens/README.md"), routesPage(seen, consoles));
};
