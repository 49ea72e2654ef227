import type { Mongo } from "#shared/runtime/mongo.ts";
import { addKey } from "../../../../gateway/features/intake/testing/shop.ts";
import { noFaults } from "../../../simulator/faults.ts";
import { planFleet } from "../../../simulator/plan.ts";
import type { Random } from "../../../simulator/random.ts";
import { openInstallation } from "../../installation.ts";
import { createActors } from "./actors.ts";
import { plantShop } from "./plant.ts";

type Options = Parameters<typeof openInstallation>[0] & { machines: number };

/** The channels of every machine: more than it has containers. */
const channels = Array.from({ length: 60 }, (_, at) => at + 1);

/** Two gateways and two workers of a network that sells; `idle` machines more, at which nothing happens. */
export const openShop = async ({ machines, ...options }: Options, idle: number, say: (line: string) => void) => {
  const stage: { shop?: Awaited<ReturnType<typeof plantShop>> } = {};
  const installation = await openInstallation(
    {
      gateways: [{}, {}],
      workers: [{}, {}],
      ...options,
      machines: planFleet(machines, 5, noFaults).map((plan) => ({ ...plan, channels })),
      plant: async (mongo: Mongo, units) => {
        await options.plant?.(mongo, units);
        stage.shop = await plantShop(mongo, idle);
      },
    },
    say,
  );
  const { mongo, gateways, token } = installation;
  let turn = 0;
  return {
    ...installation,
    /** Of the gateways by turns. */
    urlOfTurn: () => gateways[turn++ % gateways.length]?.mqttUrl ?? "",
    /** What was planted, and operators and customers who do what is drawn. */
    begin: async (random: Random) => {
      const { shop } = stage;
      if (!shop) throw new Error("nothing was planted");
      const { key } = await addKey({ mongo }, "customers");
      const users = shop.users.map(({ _id, phone }) => ({ id: `${_id}`, phone }));
      const urls = gateways.map((one) => one.url);
      const actors = createActors({ mongo, urls, token, key, random, machines: shop.machines, users });
      return { ...shop, actors };
    },
  };
};
