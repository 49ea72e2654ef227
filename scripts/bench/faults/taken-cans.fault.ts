import { until } from "#shared/testing/eventually.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { customersLine } from "../../simulator/customers/customers.ts";
import { demoFaults } from "../../simulator/demo-fleet.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom, type Random } from "../../simulator/random.ts";
import { atLeast, exactly } from "../command-line.ts";
import { type Network, openNetwork } from "./network.ts";
import type { Fault } from "./run.ts";
import { makeTrouble } from "./troubles.ts";

/** Operators press Open, Refund or both at once, at two gateways, for cans that did not come out. */
const attend = async ({ mongo, operator }: Network, random: Random, signal: AbortSignal): Promise<void> => {
  const seen = new Set<string>();
  while (await pause(500, signal)) {
    const pending = await mongo.collections.canTransactions
      .find({ status: "pending" })
      .toArray()
      .catch(() => []);
    const can = pending.find(({ _id, vendingMachineMessage }) => vendingMachineMessage !== "" && !seen.has(`${_id}`));
    if (!can) continue;
    const id = `${can._id}`;
    seen.add(id);
    // Nobody may answer while something is killed: they press again, which is done once under one key.
    const press = async (at: number, call: (at: number) => Promise<unknown>) => {
      const isAnswered = (status = 500) => status < 500;
      for (let tries = 0; tries < 5; tries += 1)
        if (
          await call(at + tries).then(
            () => true,
            ({ status }) => isAnswered(status),
          )
        )
          return;
    };
    const [open, refund] = [{ "idempotency-key": `open-${id}` }, { "idempotency-key": `refund-${id}` }];
    const pressOpen = (at: number) => operator(at).call(openTransaction, { params: { id }, body: {} }, open);
    const pressRefund = (at: number) => operator(at).call(refundCan, { params: { id } }, refund);
    const wanted = random.pick([[pressOpen], [pressRefund], [pressOpen, pressRefund], [pressRefund, pressRefund]]);
    await Promise.all(wanted.map((call, at) => press(at, call)));
  }
};

export const fault: Fault = {
  promise:
    "whoever is killed or frozen and whatever units do: each can is pending with its reason, opened or refunded, and books, rows and stock agree",
  run: async (say, takes = 200) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}, ${takes} takes; SEED=${seed} npm run faults -- taken-cans=${takes} draws the same lots again`);
    const faults = { ...demoFaults, dropouts: 0.3, deaf: 0.1 };
    const network = await openNetwork({ seed: Number(seed) % 1_000, faults, gateways: 2, workers: 2, pace: 0.3 }, say);
    try {
      const { people, processes, servers, fleet } = network;
      const random = createRandom(seed);
      const ending = new AbortController();
      await fleet.start();
      people.start();
      // Gateways and workers more often than servers: each of those is noticed by all of them.
      const things = [...processes, ...processes, servers.mongo, servers.redis];
      const troubles = makeTrouble(random.fork("troubles"), things, ending.signal);
      const attending = attend(network, random.fork("operators"), ending.signal);
      await until(`${takes} takes`, () => people.summary().taken >= takes, 60_000 + takes * 6_000).catch(
        () => undefined,
      );
      ending.abort();
      const done = await troubles;
      await attending;
      say(`${done.join(", ")}; ${customersLine(people.summary()).trim()}`);
      const figures = await network.judge();
      const isContradictory = { status: "failed", review: { $ne: null } } as const;
      const review = await network.mongo.collections.canTransactions.countDocuments(isContradictory);
      say(`${review} cans were refunded, then seen open, and are to be reviewed`);
      return [
        ...figures,
        atLeast("cans that were taken", people.summary().taken, takes / 2),
        atLeast("processes and servers killed or frozen", done.length, takes / 20),
        exactly("things that are frozen or gone at the end", Number(!(await network.isReady())), 0),
      ];
    } finally {
      await network.stop();
    }
  },
};
