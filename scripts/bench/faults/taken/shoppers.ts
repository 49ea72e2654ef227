import type { ObjectId } from "mongodb";
import type { AnyEndpoint, CallInput, CallReply } from "#shared/http/endpoint.ts";
import { placeOrder } from "#shared/intake/intake.api.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { returnCan, takeCan } from "#shared/transactions/take.api.ts";
import { openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import { takeIds } from "../../../../gateway/features/transactions/take-id.ts";
import { createCaller, RefusedError } from "../../../simulator/operator.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { TakenHouse } from "./taken-house.ts";

const againMs = [100, 1_500] as const;
const answeredWithinMs = 180_000;
/** Between the steps of one customer. */
const stepsMs = [0, 4_000] as const;

/** A take as its customer knows it: what was refused has no transaction. */
export interface KnownTake {
  _id: ObjectId;
  transactionId: string | null;
  /** In which words it was refused last. */
  why: string;
}

/** Customers, some of whom need deposits. */
export const plantCustomers = async ({ mongo }: Pick<TakenHouse, "mongo">, count: number): Promise<UserDocument[]> => {
  const users = Array.from({ length: count }, (_, at) => aUser({ role: "customer", needDeposit: at % 2 === 1 }));
  await mongo.collections.users.insertMany(users);
  return users;
};

/** The customers' app and the operators of this house, who say what they want until somebody answers. */
export const createShoppers = (house: TakenHouse, random: Random) => {
  const { apiKey, planted, product, token } = house;
  const known: KnownTake[] = [];
  const answers = { lost: 0, refunded: 0, reopened: 0, returned: 0 };
  const refusals = new Map<string, number>();
  const lastWords = new Map<string, string>();
  let turn = 0;
  const caller = () => {
    turn += 1;
    return createCaller(house.urlOf(turn), token);
  };

  /** At either gateway, under one key, until it is answered; what is refused by a rule is null. */
  const insist = async <E extends AnyEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    key: string,
  ): Promise<CallReply<E> | null> => {
    const headers = { "x-api-key": apiKey.key, "idempotency-key": key };
    for (const end = Date.now() + answeredWithinMs; ; ) {
      try {
        return await caller().call(endpoint, input, headers);
      } catch (error) {
        if (error instanceof RefusedError && error.status < 500) {
          lastWords.set(key, error.message);
          const words = error.message.replace(/\d+/g, "N");
          refusals.set(words, (refusals.get(words) ?? 0) + 1);
          return null;
        }
        answers.lost += 1;
        if (Date.now() > end) throw new Error(`${endpoint.path} was not answered in time: ${error}`);
        await pause(random.between(...againMs));
      }
    }
  };
  const step = () => pause(random.between(...stepsMs));

  /** An operator or two, who press what seems right to them. */
  const attend = async (_id: ObjectId): Promise<void> => {
    const params = { id: _id.toHexString() };
    const press = async (what: "open" | "refund") => {
      await step();
      const key = `${what}-${random.word(16)}`;
      if (what === "open" && (await insist(openTransaction, { params, body: {} }, key))) answers.reopened += 1;
      if (what === "refund" && (await insist(refundCan, { params }, key))) answers.refunded += 1;
    };
    const wishes = random.pick([["open"], ["refund"], ["open", "refund"], ["refund", "refund"]] as const);
    await Promise.all(wishes.map(press));
  };

  const take = async ({ phone }: UserDocument, vendingMachine: string): Promise<string | null> => {
    const key = `take-${random.word(20)}`;
    const { _id } = takeIds({ id: apiKey.id }, key);
    const body = { phone, vendingMachine, product };
    // He presses twice at times, or his phone does.
    const calls = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => insist(takeCan, { body }, key));
    const replies = await Promise.all(calls);
    const ids = [...new Set(replies.map((reply) => reply?.transaction.transactionId ?? null))];
    if (ids.length > 1 && ids.every((id) => id !== null)) throw new Error(`${key} was answered with ${ids.join()}`);
    const transactionId = ids.find((id) => id !== null) ?? null;
    known.push({ _id, transactionId, why: lastWords.get(key) ?? "" });
    return transactionId;
  };

  return {
    insist,
    known,
    answers,
    /** In which words how often something was refused. */
    refusals,
    /** Buys `count` cans, and takes them one after the other. */
    visit: async (user: UserDocument, count: number): Promise<void> => {
      const { plan } = random.pick(planted);
      const lines = [{ product, type: "unit" as const, quantity: count }];
      const wish = {
        phone: user.phone,
        name: "",
        email: "",
        vendingMachine: plan.vendingMachineId,
        lines,
        couponDiscount: 0,
      };
      await insist(placeOrder, { body: wish }, `order-${random.word(20)}`);
      for (let nth = 0; nth < count; nth += 1) {
        await step();
        const transactionId = await take(user, plan.vendingMachineId);
        if (!transactionId) continue;
        const id = known.find((one) => one.transactionId === transactionId)?._id;
        if (id && random.chance(0.5)) await attend(id);
        const back = { body: { transactionId } };
        if (random.chance(0.4) && (await insist(returnCan, back, `back-${random.word(20)}`))) answers.returned += 1;
      }
    },
  };
};
export type Shoppers = ReturnType<typeof createShoppers>;
