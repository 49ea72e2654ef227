import { ObjectId } from "mongodb";
import { anOrder, anOrderLine } from "#shared/runtime/testing/stored-orders.ts";
import {
  aCanRow,
  aContainer,
  aDeletion,
  aDepositRow,
  aPenalty,
  aUser,
} from "#shared/runtime/testing/stored-records.ts";
import { aSalesDay } from "#shared/runtime/testing/stored-sales.ts";
import { aLedgerRow, aTransaction } from "#shared/runtime/testing/stored-transactions.ts";
import type { GatewayParts } from "../parts.ts";
import { addMachine, addProduct } from "./network.ts";

type Stores = Pick<GatewayParts, "mongo">;
const day = 86_400_000;

/** 20 machines of 60 containers and six brands; of each machine 45 cans are in stock, on 15 days. */
const plantCans = async (parts: Stores) => {
  const products = await Promise.all(Array.from({ length: 6 }, (_, at) => addProduct(parts, { brand: `B${at}` })));
  for (let at = 0; at < 20; at += 1) {
    const machine = await addMachine(parts, { name: `Name ${at}`, vendingMachineId: `PLAN-${at}` });
    const containers = Array.from({ length: 60 }, (_, channel) =>
      aContainer(machine, channel + 1, {
        product: products[channel % 6]?._id ?? null,
        isEmpty: channel % 4 === 0,
        stockedOn: channel % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1) + (channel % 15) * day + at),
      }),
    );
    await parts.mongo.collections.containers.insertMany(containers);
  }
};

/** 300 users, a tenth of them staff, and three penalties of each, one of them owed. */
const plantPeople = async (parts: Stores) => {
  const people = Array.from({ length: 300 }, (_, at) =>
    aUser({
      phone: String(7_770_000_000 + at),
      name: `Person ${at}`,
      email: `u${at}@example.in`,
      role: at % 10 === 0 ? "staff" : "customer",
      createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
    }),
  );
  await parts.mongo.collections.users.insertMany(people);
  await parts.mongo.collections.penalties.insertMany(
    people.flatMap(({ _id }, at) =>
      [0, 1, 2].map((nth) =>
        aPenalty(_id, { paid: nth === 1, canceled: nth === 2, createdAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000) }),
      ),
    ),
  );
};

/** 600 cans taken by them at the 20 machines, on 15 days; a fifth of them are not opened yet. */
const plantTransactions = async (parts: Stores) => {
  const people = await parts.mongo.collections.users.find({ role: "customer" }).sort({ phone: 1 }).limit(20).toArray();
  const machines = await parts.mongo.collections.machines.find({ name: /^Name / }).toArray();
  const taken = Array.from({ length: 600 }, (_, at) => {
    const [person, machine] = [people[at % people.length], machines[(at * 7) % machines.length]];
    if (!person || !machine) throw new Error("people and machines are planted");
    return aTransaction(person, machine, {
      transactionId: `TX-${at}`,
      status: at % 5 === 0 ? "pending" : "opened",
      review: at % 9 === 0 ? "opened after refund" : at % 11 === 0 ? "opened twice" : null,
      time: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 40) * day + at),
    });
  });
  await parts.mongo.collections.canTransactions.insertMany(taken);
};

/** What the ledger and every third order are about. */
export const canOfLedger = new ObjectId();

/** 900 orders of every third user, at all machines, in four states, on 15 days. */
const plantOrders = async (parts: Stores) => {
  const people = await parts.mongo.collections.users
    .find({ phone: { $gte: "777" } })
    .sort({ phone: 1 })
    .toArray();
  const machines = await parts.mongo.collections.machines.find().sort({ _id: 1 }).toArray();
  const states = ["payment successful", "payment successful", "payment failed", "processing"] as const;
  const made = Array.from({ length: 900 }, (_, at) => {
    const [user, machine] = [people[(at % 100) * 3], machines[at % machines.length]];
    if (!user || !machine) throw new Error("people and machines were planted");
    return anOrder(user, machine, {
      orderId: `OD-${at}`,
      lines: [anOrderLine(at % 3 === 0 ? { product: canOfLedger } : {})],
      paymentId: `pay_${at}`,
      status: states[(at >> 2) % 4] ?? "processing",
      time: new Date(Date.UTC(2026, 0, 1) + (at % 15) * day + at),
    });
  });
  await parts.mongo.collections.orders.insertMany(made);
};

/** One of the customers with a deposit record. */
export const depositor = new ObjectId();

/** 40 changes of deposits of each of 20 users. */
const plantDeposits = async (parts: Stores) => {
  const users = [depositor, ...Array.from({ length: 19 }, () => new ObjectId())];
  await parts.mongo.collections.depositRows.insertMany(
    users.flatMap((user, nth) =>
      Array.from({ length: 40 }, (_, at) => aDepositRow(user, { at: new Date(nth + 20 * at) })),
    ),
  );
};

/** Their cans: 30 rows of each at the 20 machines, of three products, on 15 days. */
const plantLedger = async (parts: Stores) => {
  const users = [depositor, ...Array.from({ length: 19 }, () => new ObjectId())];
  const products = [canOfLedger, new ObjectId(), new ObjectId()];
  const machines = await parts.mongo.collections.machines.find({ name: /^Name / }).toArray();
  const rows = Array.from({ length: 600 }, (_, at) => {
    const [user, product] = [users[at % 20] ?? depositor, products[at % 3] ?? canOfLedger];
    const machine = machines[(at * 7) % machines.length]?._id ?? new ObjectId();
    return aCanRow({ user, machine, product }, { at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 40) * day + at) });
  });
  await parts.mongo.collections.canLedger.insertMany(rows);
};

/** 600 lines of the audit, by 20 operators, of 20 records of two kinds, on 15 days. */
export const auditedRecord = new ObjectId();
const plantAudit = async (parts: Stores) => {
  const records = [auditedRecord, ...Array.from({ length: 19 }, () => new ObjectId())];
  const operators = [depositor, ...Array.from({ length: 19 }, () => new ObjectId())];
  await parts.mongo.collections.audit.insertMany(
    Array.from({ length: 600 }, (_, at) => ({
      _id: new ObjectId(),
      at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 40) * day + at),
      actor: { kind: "operator" as const, id: operators[at % 20] ?? null },
      from: "127.0.0.1",
      verb: "machine.changed",
      record: {
        collection: (at * 7) % 20 === 0 || at % 3 === 0 ? "machines" : "orders",
        id: `${records[(at * 7) % 20] ?? auditedRecord}`,
      },
      before: null,
      after: null,
    })),
  );
};

/** 600 commands of 20 users to the 20 machines, on 15 days; a fifth of them are stock updates. */
export const commandOfLedger = new ObjectId().toHexString();
const plantCommands = async (parts: Stores) => {
  const people = await parts.mongo.collections.users.find({ role: "customer" }).sort({ phone: 1 }).limit(20).toArray();
  const machines = await parts.mongo.collections.machines.find({ name: /^Name / }).toArray();
  const rows = Array.from({ length: 600 }, (_, at) => {
    const [person, machine] = [people[at % people.length], machines[(at * 7) % machines.length]];
    if (!person || !machine) throw new Error("people and machines are planted");
    const command = at === 130 ? commandOfLedger : new ObjectId().toHexString();
    return aLedgerRow(machine, {
      user: person._id,
      type: at % 5 === 0 ? "stock" : "open",
      ids: [`TX-${at}`, command],
      at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 40) * day + at),
    });
  });
  await parts.mongo.collections.transactionLedger.insertMany(rows);
};
/** 120 days of sales. */
const plantedDays = () =>
  Array.from({ length: 120 }, (_, at) =>
    aSalesDay(new Date(Date.UTC(2026, 0, 1) + at * day).toISOString().slice(0, 10), {
      sales: 100_000 + (at % 10) * 100,
      refundableDeposit: (at % 5) * 1_000,
      securityDeposit: (at % 3) * 1_000,
      gstPaise: 18_000 + (at % 4) * 200,
    }),
  );

/** 120 requests to delete an account, all but a few processed. */
const plantDeletions = async (parts: Stores) => {
  await parts.mongo.collections.accountDeletions.insertMany(
    Array.from({ length: 120 }, (_, at) =>
      aDeletion(new ObjectId(), {
        requestTime: new Date(Date.UTC(2026, 0, 1) + at),
        processedAt: at > 115 ? null : new Date(),
      }),
    ),
  );
};

/** Some of every paged list: enough to distinguish a plan that reads too much from one that reads its page. */
export const plantLists = async (parts: Stores): Promise<void> => {
  await plantCans(parts);
  await plantPeople(parts);
  await plantTransactions(parts);
  await plantOrders(parts);
  await plantDeposits(parts);
  await plantLedger(parts);
  await plantAudit(parts);
  await plantCommands(parts);
  await parts.mongo.collections.sales.insertMany(plantedDays());
  await plantDeletions(parts);
};
