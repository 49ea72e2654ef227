import { readServiceConfig } from "#shared/runtime/config.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";
import { ledgerPages } from "../../../gateway/features/ledger/ledger.list.ts";
import { orderPagesFor } from "../../../gateway/features/orders/order.list.ts";
import { transactionLedgerPages } from "../../../gateway/features/transaction-ledger/transaction-ledger.list.ts";
import { transactionPages } from "../../../gateway/features/transactions/transaction.list.ts";
import { defaultLimits } from "../../../gateway/limits.ts";
import type { PagedAnswer } from "../../../gateway/paged/paged-answer.ts";
import { createPagedReader } from "../../../gateway/paged/paged-reader.ts";
import { median } from "../measure.ts";

const rounds = 40;
const dayMs = 86_400_000;

interface MeasuredPage {
  list: string;
  what: string;
  page: number;
  pages: number;
  median: number;
  p95: number;
}

type Question = Record<string, string | boolean>;

/** The first machine, and who ordered most at it. */
const exampleOf = async ({ collections }: Mongo) => {
  const machine = await collections.machines.findOne({}, { sort: { vendingMachineId: 1 } });
  const [busiest] = await collections.orders
    .aggregate<{ _id: CanRowDocument["user"] }>([
      { $match: { machine: machine?._id } },
      { $group: { _id: "$user", many: { $sum: 1 } } },
      { $sort: { many: -1 } },
      { $limit: 1 },
    ])
    .toArray();
  const customer = await collections.users.findOne({ _id: busiest?._id });
  if (!machine || !customer) throw new Error("There is no machine with orders.");
  return { machine: machine.vendingMachineId, customer };
};

const productOf = async ({ collections }: Mongo): Promise<string> => {
  const row = await collections.canLedger.findOne({}, { projection: { product: 1 } });
  if (!row) throw new Error("There is no row in the can ledger.");
  return row.product.toHexString();
};

/**
 * Every page of interest of these lists, read as the gateway reads it; without the names that it shows them with. `until`
 * is when the orders end; in milliseconds since 1970.
 */
export const measurePages = async (
  mongo: Mongo,
  uris: { mongodbUri: string; redisUrl: string },
  until: number,
): Promise<MeasuredPage[]> => {
  const config = readServiceConfig(serviceEnv(uris));
  const reader = createPagedReader({ mongo, config, limits: defaultLimits });
  const read = (answer: PagedAnswer, query: Question, page: number) =>
    reader.page(answer, { latest: true, download: false, ...query, page } as never, async (rows: object[]) => rows);

  const measured: MeasuredPage[] = [];
  const measure = async (list: string, answer: PagedAnswer, what: string, query: Question) => {
    const { pages } = (await read(answer, query, 1)).figures;
    for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
      const ms: number[] = [];
      await read(answer, query, page);
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        await read(answer, query, page);
        ms.push(performance.now() - began);
      }
      const p95 = ms.toSorted((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN;
      measured.push({ list, what, page, pages, median: median(ms), p95 });
    }
  };

  const dayAt = (before: number) => new Date(until - before * dayMs).toISOString().slice(0, 10);
  const week = { startDate: dayAt(180), endDate: dayAt(174) };
  const { machine, customer } = await exampleOf(mongo);
  const orders = orderPagesFor({}) as unknown as PagedAnswer;
  const taken = transactionPages as unknown as PagedAnswer;
  const ledger = ledgerPages as unknown as PagedAnswer;
  await measure("orders", orders, "all", {});
  await measure("orders", orders, "oldest first", { latest: false });
  await measure("orders", orders, "one machine", { vendingMachine: machine });
  await measure("orders", orders, "one customer", { phone: customer.phone });
  await measure("orders", orders, "a week", week);
  await measure("orders", orders, "a week of one machine", { ...week, vendingMachine: machine });
  const both = orderPagesFor({ vendingMachine: machine, status: "payment failed" }) as unknown as PagedAnswer;
  const ofMachine = { vendingMachine: machine };
  await measure("orders", orders, "payment failed", { status: "payment failed" });
  await measure("orders", orders, "payment successful", { status: "payment successful" });
  await measure("orders", both, "failed at one machine", { ...ofMachine, status: "payment failed" });
  await measure("orders", both, "successful at one machine", { ...ofMachine, status: "payment successful" });
  await measure("orders", orders, "a week of failed ones", { ...week, status: "payment failed" });
  await measure("transactions", taken, "all", {});
  await measure("transactions", taken, "one machine", { vendingMachine: machine });
  await measure("transactions", taken, "one customer", { phone: customer.phone });
  await measure("transactions", taken, "a week", week);
  await measure("transactions", taken, "opened", { status: "opened" });
  await measure("can ledger", ledger, "all", {});
  await measure("can ledger", ledger, "one machine", { vendingMachine: machine });
  await measure("can ledger", ledger, "one customer", { userId: customer._id.toHexString() });
  await measure("can ledger", ledger, "a week", week);
  const [product, commands] = [await productOf(mongo), transactionLedgerPages as unknown as PagedAnswer];
  await measure("can ledger", ledger, "one product", { product });
  await measure("can ledger", ledger, "one product at one machine", { product, vendingMachine: machine });
  await measure("can ledger", ledger, "a week of one machine", { ...week, vendingMachine: machine });
  await measure("transaction ledger", commands, "all", {});
  await measure("transaction ledger", commands, "one machine", { vendingMachine: machine });
  await measure("transaction ledger", commands, "opened", { transactionType: "open" });
  return measured;
};
