import type { Mongo } from "#shared/runtime/mongo.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";

const perWrite = 5_000;
const yearMs = 364 * 86_400_000;
/** Nobody waits for these to reach a majority. */
const quickly = { ordered: false, writeConcern: { w: 1 } };

/** The orders of 2025, of 200 machines and a customer for every twenty of them, spread evenly. */
export const plantOrders = async (mongo: Mongo, many: number, say: (line: string) => void): Promise<void> => {
  const { machines, users, orders } = mongo.collections;
  const places = Array.from({ length: 200 }, (_, at) => aMachine({ name: `Machine ${at}` }));
  const people = Array.from({ length: Math.max(1, Math.ceil(many / 20)) }, (_, at) =>
    aUser({ name: `Customer ${at}`, role: "customer", phone: String(7_000_000_000 + at) }),
  );
  await machines.insertMany(places, quickly);
  for (let at = 0; at < people.length; at += perWrite) await users.insertMany(people.slice(at, at + perWrite), quickly);
  const from = Date.UTC(2025, 0, 1);
  for (let first = 0; first < many; first += perWrite) {
    const some = Array.from({ length: Math.min(perWrite, many - first) }, (_, at) => {
      const nth = first + at;
      return anOrder(people[(nth * 7) % people.length] ?? aUser(), places[nth % places.length] ?? aMachine(), {
        orderId: `OD-B${nth}`,
        paymentId: `pay_B${nth}`,
        status: nth % 5 === 0 ? "payment failed" : "payment successful",
        time: new Date(from + Math.floor((nth / many) * yearMs)),
      });
    });
    await orders.insertMany(some, quickly);
    if (first % 100_000 === 0) say(`planted ${first + some.length} of ${many} orders ...`);
  }
};
