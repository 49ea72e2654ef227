import { until } from "#shared/testing/eventually.ts";
import { addKey } from "../../../gateway/features/intake/testing/shop.ts";
import { createAutoUnit } from "../../integration/commands/auto-unit.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { createRandom } from "../../simulator/random.ts";
import { atLeast, exactly } from "../command-line.ts";
import { openInstallation } from "../installation.ts";
import { createActors } from "./open-pages/actors.ts";
import { openPages, pretendBrowser } from "./open-pages/pages.ts";
import { plantShop } from "./open-pages/plant.ts";
import { recount } from "./open-pages/recount.ts";
import type { Fault } from "./run.ts";
import { makeTrouble } from "./troubles.ts";

const busyMachines = 4;
/** The channels of every machine: more than it has containers. */
const channels = Array.from({ length: 60 }, (_, at) => at + 1);
/** What a gateway gathers, or tries again, has been written by then, and pages have loaded again. */
const quietMs = 12_000;
/** More machines than one list holds: they are loaded page by page. */
const manyMachines = 2_050;

export const fault: Fault = {
  promise:
    "whoever is killed or frozen, and whatever operators, customers and machines do at once: each page that stays open shows what it would load anew, and each figure is what the rows say",
  run: async (say, seconds = 60) => {
    const seed = process.env.SEED ?? String(Date.now());
    const idle = process.env.MANY ? manyMachines : 0;
    say(`seed ${seed}; SEED=${seed} npm run faults -- open-pages=${seconds} draws the same lots again`);
    const random = createRandom(seed);
    const stage: { shop?: Awaited<ReturnType<typeof plantShop>> } = {};
    const installation = await openInstallation(
      {
        machines: planFleet(busyMachines, 5, noFaults).map((plan) => ({ ...plan, channels })),
        gateways: [{}, {}],
        workers: [{}, {}],
        plant: async (mongo) => {
          stage.shop = await plantShop(mongo, idle);
        },
      },
      say,
    );
    const { mongo, gateways, processes, servers, units: planted, url, token, isReady } = installation;
    try {
      if (!stage.shop) throw new Error("nothing was planted");
      const { machines, products, users } = stage.shop;
      const { canTransactions, containers, productProfiles, regions } = mongo.collections;
      const { key } = await addKey({ mongo }, "customers");
      const lots = random.fork("units");
      const comes = { staysMs: () => lots.between(3_000, 15_000), awayMs: () => lots.between(100, 5_000) };
      let turn = 0;
      const mqttUrl = () => gateways[turn++ % gateways.length]?.mqttUrl ?? "";
      const units = planted.map((unit, nth) =>
        createAutoUnit(unit, mqttUrl, { openMs: 150, closeMs: 150, ...(nth === 0 ? {} : comes) }),
      );
      for (const unit of units) unit.start();
      await until("the stores", isReady, 30_000);
      pretendBrowser(url, token);
      const idsOf = (records: { _id: unknown }[]) => records.map(({ _id }) => `${_id}`);
      const pages = await openPages({
        machines: planted.map(({ machineId, plan }) => ({ id: machineId, serialNumber: plan.serialNumber })),
        products: idsOf(products),
        profiles: idsOf(await productProfiles.find().toArray()),
        regions: idsOf(await regions.find().toArray()),
        users: idsOf(users),
      });
      const actors = createActors({
        mongo,
        urls: gateways.map((one) => one.url),
        token,
        key,
        random: random.fork("actors"),
        machines,
        users: users.map(({ _id, phone }) => ({ id: `${_id}`, phone })),
      });
      const ending = new AbortController();
      const playing = actors.play(ending.signal);
      const things = [...processes, servers.mongo, servers.redis];
      const troubles = process.env.CALM ? [] : makeTrouble(random.fork("troubles"), things, ending.signal);
      await pause(seconds * 1_000);
      ending.abort();
      const done = await troubles;
      await playing;
      await until("all is up again", isReady, 60_000);
      await Promise.all(units.map((unit) => unit.stop()));
      const moves = { $or: [{ live: { $ne: null } }, { containerDue: { $ne: null } }] };
      const moving = () => canTransactions.countDocuments(moves);
      await until("all doors to be closed", async () => (await moving()) === 0, 60_000).catch(() => undefined);
      // A reservation without a transaction lapses after five minutes: here at once.
      await containers.updateMany({ reservedUntil: { $type: "date" } }, { $set: { reservedUntil: new Date(0) } });
      await pause(quietMs);

      say(`${pages.count} pages, ${done.length} killed or frozen; done, refused and lost: ${actors.words()}`);
      for (const line of actors.odd.slice(0, 20)) say(line);
      const wrong = await Promise.all([0, 1].map((at) => recount(mongo, installation.operator(at))));
      for (const line of wrong.flat().slice(0, 40)) say(line);
      const old = await pages.compare();
      for (const line of old.slice(0, 40)) say(line);
      return [
        exactly("pages that do not show what they would load", old.length, 0),
        exactly("figures that are not those of the rows", wrong.flat().length, 0),
        exactly("calls that failed for no reason", actors.odd.length, 0),
        exactly("doors that may still move", await moving(), 0),
        exactly("sign-ins that ended", Number(pages.token() !== token), 0),
        atLeast("cans that were taken", await canTransactions.countDocuments(), seconds / 10),
      ];
    } finally {
      await installation.stop();
    }
  },
};
