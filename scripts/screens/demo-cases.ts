import { ObjectId } from "mongodb";
import type { Collections } from "#shared/runtime/collections.ts";
import { aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { createHistoryIds } from "../demo-history/records.ts";

const minuteMs = 60_000;
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * minuteMs);

/** Cans that did not come out and payments that do not add up: what a morning leaves to an operator. */
export const plantDemoCases = async (collections: Collections, operator: Pick<UserDocument, "_id">): Promise<void> => {
  await plantCans(collections, operator);
  const { orders, unknownPayments } = collections;
  const past = createHistoryIds("demo");
  await orders.updateOne({ _id: past.order() }, { $set: { flags: ["paid twice"] } });
  await orders.updateOne({ _id: past.order() }, { $set: { flags: ["other amount"] } });
  const times = { firstAt: at(190), lastAt: at(188) };
  const money = { status: "captured", amount: 12_000, currency: "INR" };
  await unknownPayments.insertOne({ _id: "pay_DemoNoOrder01", providerOrderId: null, ...money, ...times });
};

const plantCans = async (
  { approvals, canTransactions, containers, machines, users }: Collections,
  operator: { _id: ObjectId },
) => {
  const customers = await users.find({ role: "customer" }).limit(2).toArray();
  const filled = await containers.find({ isEmpty: false, isWorking: true }).limit(3).toArray();
  const [first, second] = customers;
  for (const [nth, of] of filled.entries()) {
    const machine = await machines.findOne({ _id: of.machine });
    const user = nth === 1 ? second : first;
    if (!machine || !user) throw new Error("The demo network has no customers or no machine of a filled container.");
    const can = aTransaction(user, machine, {
      of,
      time: at(7 + 21 * nth),
      vendingMachineMessage: ["Not acknowledged", "Vending machine is offline", "Not opened"][nth] ?? "",
    });
    await canTransactions.insertOne(can);
    if (nth !== 2) continue;
    await approvals.insertOne({
      _id: new ObjectId(),
      kind: "refund",
      record: can._id,
      user: user._id,
      change: {},
      what: `1 can of ${can.brand} is given back`,
      reason: "The door is jammed",
      by: operator._id,
      at: at(6),
      state: "requested",
      decidedBy: null,
      decidedAt: null,
      decision: "",
      rev: 0,
    });
  }
};
