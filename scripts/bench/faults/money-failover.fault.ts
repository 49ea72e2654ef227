import { ObjectId } from "mongodb";
import { systemClock } from "#shared/runtime/clock.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { settingsId } from "#shared/settings/settings.schema.ts";
import { until } from "#shared/testing/eventually.ts";
import { addKey } from "../../../gateway/features/intake/testing/shop.ts";
import { defaultLimits } from "../../../gateway/limits.ts";
import { createUndo } from "../../integration/payments/undo-all.ts";
import { plantOperator } from "../../integration/planted.ts";
import { startNotifyingProvider } from "../../payment-provider/notifying-provider.ts";
import type { Shelf } from "../../simulator/customers/basket.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom } from "../../simulator/random.ts";
import { startReplicaSet } from "../../testing/replica-set.ts";
import { atLeast } from "../command-line.ts";
import { openInstallation } from "../installation.ts";
import { makeFailovers } from "./money/failovers.ts";
import { judgeMoney } from "./money/judge.ts";
import { createPlayers } from "./money/players.ts";
import { plantShop } from "./network.ts";
import type { Fault } from "./run.ts";

const locks = Array.from({ length: 60 }, (_, at) => at + 1);
const quietMs = 15_000;

/** Two gateways and two workers on a MongoDB of three members, with a provider that notifies both gateways. */
const openPaidCluster = async (undo: ReturnType<typeof createUndo>, say: (line: string) => void) => {
  const set = await startReplicaSet(say);
  undo.add(set.stop);
  const { provider, notify } = await startNotifyingProvider();
  undo.add(provider.close);
  let shelves: Shelf[] = [];
  const installation = await openInstallation(
    {
      mongodbUri: set.uri,
      machines: 5,
      gateways: [{}, {}],
      workers: [{}, {}],
      env: () => ({ ...trialPayments, PAYMENT_BASE_URL: provider.url }),
      plant: async (mongo) => {
        shelves = await plantShop(mongo, locks);
        const limits = { refundsAlone: 1, cansAlone: 6, depositAlone: null, slotsAlone: null };
        await mongo.collections.settings.insertOne({ _id: new ObjectId(settingsId), ...limits, rev: 0 });
      },
    },
    say,
  );
  undo.add(installation.stop);
  notify(installation.gateways);
  const { mongo, env, token: admin } = installation;
  const parts = { config: readServiceConfig(env), mongo, clock: systemClock, limits: defaultLimits };
  const staff = () => plantOperator({ ...parts, log: createLogger("operator", "silent") }, "staff");
  const tokens = { admin, first: await staff(), second: await staff() };
  return {
    set,
    provider,
    installation,
    shelves,
    tokens,
    key: (await addKey({ mongo }, "customers")).key,
    config: parts.config,
  };
};

export const fault: Fault = {
  promise:
    "whichever primary of MongoDB is killed, steps down or is rolled back: what was answered is there once, and books, flags and sales are what caused them",
  run: async (say, seconds = 120) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}; SEED=${seed} npm run faults -- money-failover=${seconds} draws the same lots again`);
    const random = createRandom(seed);
    const undo = createUndo();
    try {
      const { set, installation, config, ...rest } = await openPaidCluster(undo, say);
      const { mongo, gateways, processes } = installation;
      const players = createPlayers({ ...rest, mongo, gateways, random: random.fork("players") });
      const { acts, counts } = players;
      const ending = new AbortController();
      const roles: [many: number, everyMs: number, act: () => Promise<void>][] = [
        [5, 700, acts.order],
        [2, 900, acts.take],
        [2, 900, acts.refund],
        [2, 900, acts.verify],
        [1, 2_500, acts.cancel],
        [1, 2_500, acts.callPaid],
        [2, 2_000, acts.changeAccount],
        [1, 2_500, acts.punish],
        [1, 2_500, acts.settle],
        [2, 2_000, acts.forget],
      ];
      const playing = roles.flatMap(([many, everyMs, act]) =>
        Array.from({ length: many }, async () => {
          while (await pause(random.between(0, 2 * everyMs), ending.signal))
            // What it looks at may be empty, or its own look at MongoDB meets the failover.
            await act().catch(() => counts.set("nothing to do", (counts.get("nothing to do") ?? 0) + 1));
        }),
      );
      const failing = makeFailovers(set, processes, random.fork("failovers"), ending.signal);
      await pause(seconds * 1_000);
      ending.abort();
      const { done, rolledBack } = await failing;
      await Promise.all(playing);
      await players.idle();
      await until("all is up again", installation.isReady, 60_000);
      await pause(quietMs);
      say(`${done.join(", ")}; ${rolledBack} members have rolled back`);
      say(
        [...counts]
          .map(([word, count]) => `${count} ${word}`)
          .sort()
          .join(", "),
      );
      const { provider } = rest;
      const figures = await judgeMoney({ mongo, provider, players, timeZone: config.TIME_ZONE }, say);
      const many = (word: string) => counts.get(word) ?? 0;
      return [
        ...figures,
        atLeast("orders that were placed", many("order done"), seconds / 2),
        atLeast("refunds that a second person approved", many("approve refund done"), seconds / 60),
        atLeast("accounts that were deleted", many("deletion done"), seconds / 60),
        atLeast("failovers and kills", done.length, seconds / 20),
      ];
    } finally {
      await undo.all();
    }
  },
};
