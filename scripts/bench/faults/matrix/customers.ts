import type { ObjectId } from "mongodb";
import { placeOrder } from "#shared/intake/intake.api.ts";
import { takeCan } from "#shared/transactions/take.api.ts";
import { refundCan } from "#shared/transactions/transaction.api.ts";
import { takeIds } from "../../../../gateway/features/transactions/take-id.ts";
import type { Mood } from "../taken/moody-unit.ts";
import { plantCustomers, type Shoppers } from "../taken/shoppers.ts";
import type { TakenHouse } from "../taken/taken-house.ts";

/** What the machine of each place does with its command; the offline one was never connected. */
export const behaviours = [
  { name: "healthy", mood: "opens" },
  { name: "offline", mood: null },
  { name: "deaf", mood: "deaf" },
  { name: "jammed", mood: "jammed" },
  { name: "drops before acknowledging", mood: "drops before acknowledging" },
  { name: "drops after acknowledging", mood: "drops after acknowledging" },
  { name: "late", mood: "opens late" },
] as const satisfies readonly { name: string; mood: Mood | null }[];
export type Behaviour = (typeof behaviours)[number]["name"];

/** A can that one customer takes at the machine of one behaviour, under one key. */
export interface Take {
  behaviour: Behaviour;
  _id: ObjectId;
  user: ObjectId;
  /** Says it to a gateway until it is answered; the transaction's id, or null where it is refused. */
  ask: () => Promise<string | null>;
}

/** A customer for each behaviour, each of whom has bought one can at its machine. */
export const bringCustomers = async (house: TakenHouse, { insist }: Shoppers, name: string): Promise<Take[]> => {
  const users = await plantCustomers(house, behaviours.length);
  return Promise.all(
    behaviours.map(async ({ name: behaviour }, place): Promise<Take> => {
      const user = users[place];
      const vendingMachine = house.planted[place]?.plan.vendingMachineId;
      if (!user || !vendingMachine) throw new Error(`nobody takes a can at the ${behaviour} machine`);
      const { phone } = user;
      const key = `${name}-${behaviour}`.replace(/\W+/g, "-");
      const lines = [{ product: house.product, type: "unit" as const, quantity: 1 }];
      const order = { phone, name: "", email: "", vendingMachine, lines, couponDiscount: 0 };
      await insist(placeOrder, { body: order }, `order-${key}`);
      const body = { phone, vendingMachine, product: house.product };
      return {
        behaviour,
        user: user._id,
        _id: takeIds({ id: house.apiKey.id }, key)._id,
        ask: async () => (await insist(takeCan, { body }, key))?.transaction.transactionId ?? null,
      };
    }),
  );
};

/** An operator gives back what did not come out; answers which he was refused. */
export const refundPending = async ({ mongo }: TakenHouse, { insist }: Shoppers, takes: Take[]): Promise<string[]> => {
  const _id = { $in: takes.map((take) => take._id) };
  const pending = await mongo.collections.canTransactions.find({ _id, status: "pending" }).toArray();
  const refused = await Promise.all(
    pending.map(async (can) => {
      const params = { id: can._id.toHexString() };
      return (await insist(refundCan, { params }, `refund-${params.id}`)) ? [] : [`${can.transactionId}: no refund`];
    }),
  );
  return refused.flat();
};
