import { parseArgs } from "node:util";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { openLogin } from "../../gateway/testing/open-login.ts";
import { addPerson } from "../../gateway/testing/people.ts";
import { buildIfStale } from "../build.ts";
import type { Services } from "../services/launch.ts";
import { launchBrowser } from "../testing/browser.ts";
import { openVisit, type Visit } from "../testing/visit.ts";
import { type BenchGateway, startBenchGateway } from "./bench-gateway.ts";
import { watchTouches } from "./browser/answered.ts";
import { plantFleet, startHeartbeats, type Watching, watchLiveStatus } from "./browser/live-status.ts";
import { type Answers, useOrders } from "./browser/orders.ts";
import { head, row, runBench, say } from "./command-line.ts";
import { createHistogram } from "./measure.ts";
import { withOwnServers } from "./own-servers.ts";

const usage =
  "npm run bench:browser -- [--rows 10000] [--changes 1000] [--seconds 20] [--rounds 30] [--of mongodb://host/name] " +
  "(filled by bench:load -- --into; without it orders are not measured) [--only live-status|orders]";

/** A sixtieth of a second, as browsers round it, and what the clock of frames wavers. */
const mostFrameMs = 16.8;
const mostTaskMs = 100;
const mostAnswerMs = 200;

const readOptions = () => {
  const text = { type: "string" } as const;
  const number = (value: string) => ({ ...text, default: value });
  const { values } = parseArgs({
    options: {
      rows: number("10000"),
      changes: number("1000"),
      seconds: number("20"),
      rounds: number("30"),
      of: text,
      only: text,
    },
  });
  const numbers = {
    rows: +values.rows,
    changes: +values.changes,
    seconds: +values.seconds,
    rounds: +values.rounds,
  };
  for (const [name, value] of Object.entries(numbers))
    if (!(Number.isInteger(value) && value > 0)) throw new Error(`--${name} must be a whole number above 0.\n${usage}`);
  if (values.only !== undefined && values.only !== "live-status" && values.only !== "orders")
    throw new Error(`--only must be live-status or orders.\n${usage}`);
  return { ...numbers, of: values.of, only: values.only };
};
type Options = ReturnType<typeof readOptions>;

const inMs = (ms: number, digits = 1) => `${ms.toFixed(digits)} ms`;

const reportFrames = (watched: Watching[]): boolean => {
  say(`\n${head("live-status", "changes/s", "frames", "p50", "p95", "longest", "tasks above 50 ms")}`);
  for (const { what, perSecond, frames } of watched) {
    const all = createHistogram(frames.deltas);
    const { longTasks: tasks } = frames;
    const said = tasks.length === 0 ? "0" : `${tasks.length}, at most ${inMs(Math.max(...tasks), 0)}`;
    say(
      row(
        what,
        perSecond.toFixed(0),
        all.count(),
        inMs(all.quantile(0.5)),
        inMs(all.quantile(0.95)),
        inMs(all.longest()),
        said,
      ),
    );
  }
  // The scroll bar shows other rows in each frame: it is told, and bound to nothing.
  return watched
    .filter(({ what }) => what.includes("standing"))
    .every(
      ({ frames }) =>
        createHistogram(frames.deltas).quantile(0.95) <= mostFrameMs &&
        frames.longTasks.every((ms) => ms <= mostTaskMs),
    );
};

const isTypedByLetters = (what: string) => what === "type: an order id" || what === "type: a machine's id";

const reportAnswers = (found: Answers[], orders: number): boolean => {
  say(`\n${head(`${orders.toLocaleString("en-IN")} orders`, "times", "p50", "p95", "longest")}`);
  for (const { what, ms } of found) {
    const all = createHistogram(ms);
    say(row(what, all.count(), inMs(all.quantile(0.5), 0), inMs(all.quantile(0.95), 0), inMs(all.longest(), 0)));
  }
  // Who types letter by letter is waited for: that rest is no answer's time.
  const restMs = 250;
  return found.every(
    ({ what, ms }) => createHistogram(ms).quantile(0.95) <= mostAnswerMs + (isTypedByLetters(what) ? restMs : 0),
  );
};

/** A gateway of its own upon these servers, and a browser in which somebody is signed in while `work` lasts. */
const withConsole = async (
  mongo: Mongo,
  services: Services,
  work: (visit: Visit, gateway: BenchGateway) => Promise<boolean>,
): Promise<boolean> => {
  const gateway = await startBenchGateway(services);
  const browser = await launchBrowser();
  const { _id } = await addPerson(gateway.parts, { name: "Bench operator" });
  try {
    const visit = await openVisit(browser, { url: gateway.url, token: await openLogin(gateway.parts, _id) });
    // The compiler that runs this file names functions by a helper, which a page does not have.
    await visit.page.addInitScript("globalThis.__name = (of) => of");
    await watchTouches(visit.page);
    return await work(visit, gateway);
  } finally {
    await browser.close();
    // The database may be somebody's, to be used again.
    await mongo.collections.logins.deleteMany({ user: _id });
    await mongo.collections.users.deleteOne({ _id });
    await gateway.stop();
  }
};

const liveStatus = async ({ rows, changes, seconds }: Options): Promise<boolean> => {
  let held = false;
  await withOwnServers(say, async (mongo, services) => {
    const serialNumbers = await plantFleet({ mongo }, rows);
    held = await withConsole(mongo, services, async (visit, { parts }) => {
      const heartbeats = await startHeartbeats(parts, serialNumbers, changes);
      try {
        return reportFrames(await watchLiveStatus(visit, { rows, seconds, told: heartbeats.told }));
      } finally {
        await heartbeats.stop();
      }
    });
  });
  return held;
};

const orders = async ({ of, rounds }: Options): Promise<boolean> => {
  if (of === undefined) {
    say("Orders are not measured: name a database of bench:load with --of.");
    return true;
  }
  let held = false;
  await withOwnServers(
    say,
    async (mongo, services) => {
      const count = await mongo.collections.orders.estimatedDocumentCount();
      held = await withConsole(mongo, services, async (visit) =>
        reportAnswers(await useOrders(visit, mongo, rounds), count),
      );
    },
    of,
  );
  return held;
};

runBench(async () => {
  const options = readOptions();
  await buildIfStale(say);
  const held = [
    options.only === "orders" || (await liveStatus(options)),
    options.only === "live-status" || (await orders(options)),
  ];
  if (!held.every(Boolean))
    throw new Error(
      `Beyond a bound: frames ${mostFrameMs} ms at the 95th of 100, tasks ${mostTaskMs} ms, answers ${mostAnswerMs} ms.`,
    );
});
