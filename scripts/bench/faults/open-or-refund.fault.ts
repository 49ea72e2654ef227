import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { placeOrder } from "#shared/intake/intake.api.ts";
import { takeCan } from "#shared/transactions/take.api.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom } from "../../simulator/random.ts";
import { exactly, type Fault, type Figure } from "./fault.ts";
import type { Mood } from "./taken/moody-unit.ts";
import { createShoppers, plantCustomers, type Shoppers } from "./taken/shoppers.ts";
import { openTakenHouse, type TakenHouse } from "./taken/taken-house.ts";
import { figuresOf, judge, untilCalm } from "./taken/verdict.ts";

const defaultTimes = 200;
const machines = 10;
/** At once: each machine opens one door after the other, and a command waits for its turn for a while only. */
const wave = 20;
const calmWithinMs = 180_000;
const apartMs = 250;
const takesAtOnce = 4;

/** Cans that were taken, and whose machines did nothing: nothing stands in the way of Open or of Refund. */
const takeWave = async (house: TakenHouse, { insist }: Shoppers, phone: string, count: number): Promise<string[]> => {
  const { planted, product } = house;
  const limit = pLimit(takesAtOnce);
  const taken = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      limit(async () => {
        const vendingMachine = planted[at % planted.length]?.plan.vendingMachineId ?? "";
        const lines = [{ product, type: "unit" as const, quantity: 1 }];
        const wish = { phone, name: "", email: "", vendingMachine, lines, couponDiscount: 0 };
        await insist(placeOrder, { body: wish }, randomUUID());
        return insist(takeCan, { body: { phone, vendingMachine, product } }, randomUUID());
      }),
    ),
  );
  return taken.flatMap((one) => one?.transaction._id ?? []);
};

export const fault: Fault = {
  promise:
    "Open and Refund pressed at the same moment at two consoles: never both, never neither, one row of each cause",
  run: async (say, size = defaultTimes) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}, ${size} times; SEED=${seed} npm run faults -- open-or-refund=${size} draws the same lots again`);
    const random = createRandom(seed);
    let mood: Mood = "no time";
    const house = await openTakenHouse({ machines, seed, mood: () => mood }, say);
    const figures: Figure[] = [];
    try {
      const { mongo, units } = house;
      const users = (await plantCustomers(house, 2 * Math.ceil(size / wave))).filter(({ needDeposit }) => !needDeposit);
      const shoppers = createShoppers(house, random.fork("shoppers"));
      const bothSaidNo: string[] = [];
      const goesOn: string[] = [];
      const yes = { open: 0, refund: 0, both: 0 };
      for (const [nth, { phone }] of users.entries()) {
        mood = "no time";
        const ids = await takeWave(house, shoppers, phone, Math.min(wave, size - nth * wave));
        goesOn.push(...(await untilCalm(house, calmWithinMs)));
        mood = "opens";
        await Promise.all(
          ids.map(async (id) => {
            const params = { id };
            const [first, second] = [random.between(0, apartMs), random.between(0, apartMs)];
            const [opened, refunded] = await Promise.all([
              pause(first).then(() => shoppers.insist(openTransaction, { params, body: {} }, randomUUID())),
              pause(second).then(() => shoppers.insist(refundCan, { params }, randomUUID())),
            ]);
            if (opened) yes.open += 1;
            if (refunded) yes.refund += 1;
            // A refund may end an opening of which the machine was told nothing yet.
            if (opened && refunded) yes.both += 1;
            if (!opened && !refunded) bothSaidNo.push(id);
          }),
        );
        goesOn.push(...(await untilCalm(house, calmWithinMs)));
      }
      const verdict = await judge(house);
      const cans = await mongo.collections.canTransactions.find().toArray();
      const count = (status: string) => cans.filter((can) => can.status === status).length;
      const reviewed = cans.filter(({ review }) => review !== null).length;
      const doors = units.reduce((sum, { openings }) => sum + openings.length, 0);
      for (const line of [goesOn, ...Object.values(verdict)].flat().slice(0, 30)) say(line);
      say(`${yes.open} were let open, ${yes.refund} were refunded, ${yes.both} of them before the machine was told`);
      say(`${count("opened")} opened by ${doors} doors, ${count("failed")} refunded`);
      figures.push(
        exactly("cans that both were pressed for", cans.length, size),
        exactly("cans that were opened and refunded", reviewed, 0),
        exactly("cans that were neither", count("pending"), 0),
        exactly("times that both consoles were refused", bothSaidNo.length, 0),
        exactly("things that go on without an end", goesOn.length, 0),
        ...figuresOf(verdict),
      );
    } finally {
      await house.stop();
    }
    return figures;
  },
};
