import type { ObjectId } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { returnCan, takeCan } from "#shared/transactions/take.api.ts";
import { type ApiCaller, createCaller, RefusedError } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import { type Actions, operatorsActions, withKey } from "./operators.ts";

/** Nobody answered, MongoDB was away for the one who draws, or there was nothing to draw from. */
const byTrouble = /Nothing answers|nothing to pick|it said 5|ECONN|Mongo|[Ss]erver|connection|pool|timed out/;

interface Stage {
  mongo: Mongo;
  urls: string[];
  token: string;
  key: string;
  random: Random;
  machines: ObjectId[];
  users: { id: string; phone: string }[];
}

/** Operators and customers who do whatever this area offers, in an order that is drawn; what the rules refuse is part of it. */
export const createActors = ({ mongo, urls, token, key, random, machines, users }: Stage) => {
  const { collections } = mongo;
  const did = new Map<string, { done: number; refused: number; lost: number }>();
  const odd: string[] = [];
  const operator = (): ApiCaller => createCaller(random.pick(urls), token);
  const app = (): ApiCaller => createCaller(random.pick(urls), null);
  const someCan = async () =>
    random.pick(await collections.canTransactions.find().sort({ time: -1 }).limit(15).toArray());

  const actions: Actions = {
    ...operatorsActions({ mongo, machines, operator, random }),
    take: async () => {
      const entries = (await collections.cans.find().toArray()).flatMap(({ _id, current }) =>
        current.map((one) => ({ user: `${_id}`, ...one })),
      );
      const stocked = await collections.containers
        .find({ isEmpty: false, isWorking: true, isReserved: false })
        .toArray();
      const likely = entries.filter((one) =>
        stocked.some((c) => c.machine.equals(one.machine) && c.product?.equals(one.product)),
      );
      const one = random.pick(likely.length > 0 && random.chance(0.9) ? likely : entries);
      const user = users.find(({ id }) => id === one.user);
      if (!user) return;
      const body = { phone: user.phone, vendingMachine: `${one.machine}`, product: `${one.product}` };
      const headers = { "x-api-key": key, ...withKey() };
      const times = random.chance(0.15) ? 3 : 1;
      const answers = await Promise.allSettled(
        Array.from({ length: times }, () => app().call(takeCan, { body }, headers)),
      );
      const failed = answers.find((answer) => answer.status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    },
    bring: async () => {
      const { transactionId } = await someCan();
      return app().call(returnCan, { body: { transactionId } }, { "x-api-key": key, ...withKey() });
    },
  };

  const act = async (name: string): Promise<void> => {
    const known = did.get(name) ?? { done: 0, refused: 0, lost: 0 };
    did.set(name, known);
    try {
      await actions[name]?.();
      known.done += 1;
    } catch (error) {
      const status = error instanceof RefusedError ? error.status : 0;
      if (status > 0 && status < 500) known.refused += 1;
      else known.lost += 1;
      const words = String((error as Error).message);
      if (status === 500 || (status === 0 && !byTrouble.test(words)))
        odd.push(`${name}: ${status} ${words.slice(0, 300)}`);
    }
  };
  const roles: [names: string[], everyMs: number][] = [
    [["take", "take", "take", "bring"], 250],
    [["take", "bring", "take"], 300],
    [["stock", "bulk", "bulk", "empty"], 250],
    [["bulk", "product", "working", "reserved", "relabel"], 300],
    [["refund", "reopen", "verify", "mark", "reserved", "empty"], 250],
    [["refund", "reopen", "verify"], 400],
    [["machine", "profileOf", "work", "regionWork", "brand", "price", "profile", "region"], 500],
    [["entry", "unentry", "unproduct", "add", "remove", "product"], 500],
    [["open", "cancel", "unit", "open"], 900],
  ];
  return {
    /** What went wrong other than by a rule or by what was killed, in words. */
    odd,
    words: () => [...did].map(([name, { done, refused, lost }]) => `${name} ${done}/${refused}/${lost}`).join(", "),
    play: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(
        roles.map(async ([names, everyMs]) => {
          while (await pause(random.between(0, 2 * everyMs), signal)) await act(random.pick(names));
        }),
      );
    },
  };
};
