import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { startGateway } from "../../gateway/start.ts";
import { createTallies } from "../../workers/tallies/tallies.ts";
import { plantOperator } from "../integration/planted.ts";
import { root } from "../launcher/ground.ts";
import type { createUndo } from "../launcher/undo.ts";
import { migrateForTests } from "../migrate/testing/migrate-for-tests.ts";
import { launchBrowser } from "../testing/browser.ts";
import { type PrivateServices, startPrivateServices } from "../testing/private-services.ts";
import { openVisit, type Visit } from "../testing/visit.ts";
import { idsOf, letSetPasswords, type PlantedSize, plantConsole } from "./planted-console.ts";
import { type ConsoleRoute, consoleRoutes, type RouteIds } from "./route-table.ts";
import { goInside, reachByKeyboard, seePage, untilWhole } from "./seen-page.ts";

const checkedWidths = [1920, 1440, 1024, 390] as const;
const consoles: { name: string; size: PlantedSize | null }[] = [
  { name: "none", size: null },
  { name: "three", size: { machines: 3, orders: 12, customers: 5 } },
  { name: "many", size: { machines: 2_000, orders: 100_000, customers: 5_000 } },
];
/** A machine that does much else is slow, and no fault: what is wrong is looked at this often again. */
const longestMs = 60_000;
const mostAgain = 2;

type Console = { url: string; token: string; ids: RouteIds; hasRecords: boolean };

/** A gateway upon a database of its own. What an earlier run planted there is taken as it stands. */
const openConsole = async (
  { name, size }: (typeof consoles)[number],
  { mongodbUri, redisUrl, dataDir }: PrivateServices,
): Promise<Console & { stop: () => Promise<void> }> => {
  await migrateForTests(mongodbUri, name);
  const log = createLogger("screens", "warn");
  // Before any gateway follows what is written.
  const mongo = await connectMongo(mongodbUri, { database: name });
  try {
    if (size && (await mongo.collections.machines.findOne()) === null) await plantConsole(mongo, size);
    await createTallies({ mongo, log }).countAllDays();
  } finally {
    await mongo.close();
  }
  const config = readServiceConfig(serviceEnv({ mongodbUri, redisUrl }, { WEB_ROOT: join(dataDir, "web") }));
  const gateway = await startGateway(config, { log, database: name, prefix: name, port: 0, mqttPort: 0 });
  const token = await plantOperator(gateway.parts);
  await letSetPasswords(gateway.parts.mongo);
  const ids = await idsOf(gateway.parts.mongo);
  return { url: gateway.url, token, ids, hasRecords: size !== null, stop: gateway.stop };
};

/** What is wrong with a route, by day and by night. */
const look = async (visit: Visit, route: ConsoleRoute, { ids, hasRecords }: Console): Promise<string[]> => {
  const { page } = visit;
  const isMissing = route.isRecord === true && !hasRecords;
  // Two records that are not there have the same page, whose heading would not be another.
  if (isMissing) {
    await goInside(page, "/redis");
    await untilWhole(page, { heading: "Redis" });
  }
  const complained = visit.complaints().length;
  await goInside(page, route.path(ids));
  // A record that is not there has a page that says so, under a heading of its own.
  await untilWhole(page, isMissing ? { heading: null } : route);
  const { wrong } = await seePage(page, route, hasRecords);
  const keys = isMissing ? [] : await reachByKeyboard(page, route, hasRecords);
  return [...wrong, ...keys, ...(await visit.findViolationsInBothThemes()), ...visit.complaints().slice(complained)];
};

/** Every route of a console at a width. */
const checkRoutes = async (browser: Browser, one: Console, width: number, say: (line: string) => void) => {
  const visit = await openVisit(browser, { url: one.url, token: one.token, width });
  visit.page.setDefaultTimeout(longestMs);
  // What is not there is requested on purpose.
  if (!one.hasRecords) for (const status of [404, 400]) visit.expectStatus(status);
  await visit.goTo("/redis");
  await visit.page.locator(".live-live").waitFor();
  let count = 0;
  for (const route of consoleRoutes) {
    const lookOnce = () => look(visit, route, one).catch((error) => [`was not whole: ${String(error).split("\n")[0]}`]);
    let wrong = await lookOnce();
    for (let again = 0; wrong.length > 0 && again < mostAgain; again += 1) {
      await goInside(visit.page, "/redis");
      wrong = await lookOnce();
    }
    say(`${width} px, ${route.path(one.ids)}: ${wrong.join("; ") || "as it should be"}`);
    count += wrong.length;
  }
  await visit.close();
  return count;
};

/** Signed out every route that is opened must lead to the login page. */
const checkSignedOut = async (browser: Browser, { url, ids }: Console, width: number, say: (line: string) => void) => {
  const visit = await openVisit(browser, { url, width });
  visit.page.setDefaultTimeout(longestMs);
  const wrong: string[] = [];
  for (const route of consoleRoutes.filter(({ heading }) => heading !== "Page Not Found")) {
    await visit.goTo(route.path(ids));
    const phone = visit.page.getByLabel("Phone number").waitFor();
    const isLogin = await phone.then(
      () => new URL(visit.page.url()).pathname.endsWith("/login"),
      () => false,
    );
    if (!isLogin) wrong.push(`${route.path(ids)} does not lead to the login page`);
  }
  wrong.push(...(await visit.findViolationsInBothThemes()), ...visit.complaints());
  await visit.close();
  say(`${width} px, signed out: ${wrong.join("; ") || "as it should be"}`);
  return wrong.length;
};

/**
 * `npm run screens -- --check`: every route of three consoles; answers how much was wrong. `wanted` names some of them
 * or of the widths: `--check three 1440`; with `keep` what was planted stays in dist for the next run.
 */
export const check = async (
  say: (line: string) => void,
  undo: ReturnType<typeof createUndo>,
  wanted: readonly string[],
): Promise<number> => {
  const chosen = <T>(all: readonly T[], nameOf: (one: T) => string) => {
    const some = all.filter((one) => wanted.includes(nameOf(one)));
    return some.length > 0 ? some : all;
  };
  const keptIn = join(root, "dist/routes-planted");
  const services = await startPrivateServices(wanted.includes("keep") ? { keptIn } : {});
  undo.add("servers", services.stop);
  // Its own copy: a build beside this run would take the files away under the browser.
  await cp(join(root, "dist/web"), join(services.dataDir, "web"), { recursive: true });
  const browser = await launchBrowser();
  undo.add("browser", () => browser.close());
  let count = 0;
  for (const one of chosen(consoles, ({ name }) => name)) {
    say(`Planting: ${one.name} ...`);
    const opened = await openConsole(one, services);
    const report = (line: string) => say(`${one.name}, ${line}`);
    try {
      for (const width of chosen(checkedWidths, String)) {
        count += await checkRoutes(browser, opened, width, report);
        count += await checkSignedOut(browser, opened, width, report);
      }
    } finally {
      await opened.stop();
    }
  }
  return count;
};
