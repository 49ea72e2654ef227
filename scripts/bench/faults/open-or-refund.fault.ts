import { until } from "#shared/testing/eventually.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom } from "../../simulator/random.ts";
import { atLeast, exactly } from "../command-line.ts";
import { openNetwork } from "./network.ts";
import type { Fault } from "./run.ts";

const apartMs = 250;
/** Each machine opens one door after the other, and a command waits for its turn for a while only. */
const atOnce = 20;

export const fault: Fault = {
  promise: "Open and Refund pressed at the same moment at two gateways: never both, never neither",
  run: async (say, size = 200) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}, ${size} cans; SEED=${seed} npm run faults -- open-or-refund=${size} draws the same lots again`);
    const random = createRandom(seed);
    const options = { seed: 3, faults: noFaults, gateways: 2, workers: 2, customersAMinute: 300, pace: 0.1 };
    const network = await openNetwork(options, say);
    try {
      const { canTransactions } = network.mongo.collections;
      // Nobody's machine is there: nothing stands in the way of Open or of Refund afterwards.
      network.people.start();
      const pending = { status: "pending", live: null } as const;
      await until(`${size} pending cans`, async () => (await canTransactions.countDocuments(pending)) >= size, 600_000);
      await network.people.stop();
      await network.fleet.start();
      const isThere = () => network.fleet.summary().states.connected === network.units.length;
      await until("the machines", isThere, 60_000);
      const cans = await canTransactions.find(pending).limit(size).toArray();
      const wasDone = (call: Promise<unknown>) =>
        call.then(
          () => true,
          () => false,
        );
      const neither: string[] = [];
      for (let first = 0; first < cans.length; first += atOnce)
        await Promise.all(
          cans.slice(first, first + atOnce).map(async ({ _id }) => {
            const params = { id: `${_id}` };
            await pause(random.between(0, apartMs));
            const open = { "idempotency-key": `open-${_id}` };
            const opened = network.operator(0).call(openTransaction, { params, body: {} }, open);
            await pause(random.between(0, apartMs) - apartMs / 2);
            const refunded = network.operator(1).call(refundCan, { params }, { "idempotency-key": `refund-${_id}` });
            const done = await Promise.all([wasDone(opened), wasDone(refunded)]);
            if (!done.includes(true)) neither.push(`${_id}`);
          }),
        );
      const figures = await network.judge();
      const ended = await canTransactions.find({ _id: { $in: cans.map(({ _id }) => _id) } }).toArray();
      const count = (status: string) => ended.filter((can) => can.status === status).length;
      say(`${count("opened")} opened, ${count("failed")} refunded`);
      return [
        ...figures,
        atLeast("cans that both were pressed for", ended.length, size),
        exactly("cans that were opened and refunded", ended.filter(({ review }) => review !== null).length, 0),
        exactly("cans that were neither", count("pending"), 0),
        exactly("times that both were refused", neither.length, 0),
      ];
    } finally {
      await network.stop();
    }
  },
};
