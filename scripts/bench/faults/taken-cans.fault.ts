import pLimit from "p-limit";
import { createRandom } from "../../simulator/random.ts";
import { atLeast, exactly, type Fault, type Figure } from "./fault.ts";
import { moods } from "./taken/moody-unit.ts";
import { createShoppers, plantCustomers } from "./taken/shoppers.ts";
import { openTakenHouse } from "./taken/taken-house.ts";
import { makeTrouble } from "./taken/troubles.ts";
import { figuresOf, judge, untilCalm } from "./taken/verdict.ts";

const defaultTakes = 200;
const cansAVisit = 2;
const customersAtOnce = 10;
const machines = 10;
/** Rows wait for their door to be closed for two minutes at most. */
const calmWithinMs = 300_000;
const healthyShare = 0.4;

export const fault: Fault = {
  promise:
    "whoever is killed or frozen and whatever units do: each can is pending with its reason, opened or refunded, and books, stock and doors agree",
  run: async (say, size = defaultTakes) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}, ${size} takes; SEED=${seed} npm run faults -- taken-cans=${size} draws the same lots again`);
    const random = createRandom(seed);
    const house = await openTakenHouse(
      {
        machines,
        seed,
        mood: (drawn) => (drawn.chance(healthyShare) ? "opens" : drawn.pick(moods)),
      },
      say,
    );
    const figures: Figure[] = [];
    try {
      const { mongo, servers, rooms, units } = house;
      const visits = Math.ceil(size / cansAVisit);
      const users = await plantCustomers(house, Math.ceil(visits / 4));
      const shoppers = createShoppers(house, random.fork("shoppers"));
      // Rooms are killed more often than servers: each of those is noticed by all of them.
      const troubles = makeTrouble(random.fork("troubles"), [...rooms, ...rooms, servers.mongo, servers.redis]);
      const limit = pLimit(customersAtOnce);
      const all = await Promise.allSettled(
        Array.from({ length: visits }, (_, nth) =>
          limit(() => shoppers.visit(users[nth % users.length] ?? random.pick(users), cansAVisit)),
        ),
      );
      const done = await troubles.stop();
      say([...done].map(([what, times]) => `${what} ${times}`).join(", "));
      say(
        Object.entries(shoppers.answers)
          .map(([what, times]) => `${what} ${times}`)
          .join(", "),
      );
      say([...shoppers.refusals].map(([words, times]) => `${times} times '${words}'`).join(", "));
      const unanswered = all.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));

      const goesOn = await untilCalm(house, calmWithinMs);
      const { canTransactions, containers } = mongo.collections;
      const stored = new Set((await canTransactions.find().toArray()).map(({ _id }) => `${_id}`));
      const missing = shoppers.known.filter(
        ({ _id, transactionId }) => (transactionId !== null) !== stored.has(`${_id}`),
      );
      for (const { _id, transactionId, why } of missing)
        say(
          `take ${_id} was ${transactionId ? `answered as ${transactionId}, and is not stored` : `stored, and refused: ${why}`}`,
        );
      const refused = shoppers.known.filter(({ transactionId }) => transactionId === null).map(({ _id }) => _id);
      const kept = await containers.countDocuments({ reservation: { $in: refused }, reservedUntil: null });
      const verdict = await judge(house);
      for (const line of [unanswered, goesOn, ...Object.values(verdict)].flat().slice(0, 30)) say(line);
      const opened = units.reduce((sum, { openings }) => sum + openings.length, 0);
      const counts = await canTransactions.aggregate([{ $sortByCount: "$status" }]).toArray();
      say(`${counts.map(({ _id, count }) => `${count} ${_id}`).join(", ")}; ${opened} doors were opened`);
      const troubled = [...done.values()].reduce((sum, times) => sum + times, 0);
      figures.push(
        exactly("calls that nobody answered in three minutes", unanswered.length, 0),
        exactly("things that go on without an end", goesOn.length, 0),
        ...figuresOf(verdict),
        exactly("takes that were answered and not stored, or refused and stored", missing.length, 0),
        exactly("refused takes that keep a container", kept, 0),
        atLeast("cans that were taken", stored.size, size / 2),
        atLeast("processes and servers killed or frozen", troubled, size / 20),
      );
    } finally {
      await house.stop();
    }
    return figures;
  },
};
