import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { isPaid } from "#shared/orders/order-status.ts";
import type { ProfileDocument } from "#shared/products/goods.document.server.ts";
import { aPenalty } from "#shared/runtime/testing/stored-records.ts";
import type { PenaltyDocument } from "#shared/users/accounts.document.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { createRandom, type Random } from "../simulator/random.ts";
import { type Account, openAccount, owedBy } from "./books.ts";
import { credit, orderOf } from "./payments.ts";
import { purchaseOf, type Shelf, shelfOf } from "./purchase.ts";
import { createHistoryIds, nothingWritten, type Written } from "./records.ts";
import { createPicker, daysBetween, type HistoryDay, momentOf } from "./rhythm.ts";
import { returnCans, takeCans } from "./takes.ts";

export interface HistoryMachine {
  machine: MachineDocument;
  profile: ProfileDocument;
  /** It sold from here to there, in milliseconds since 1970. */
  from: number;
  until: number;
  /** How much it sells beside the others, and how much of that on a Saturday or Sunday. */
  popularity: number;
  weekend: number;
}

export interface HistoryPlan {
  /** Begins its ids and orders: `demo` makes DEMO-000001. The same name gives the same history. */
  name: string;
  begins: number;
  /** Nothing is later. */
  now: number;
  timeZone: string;
  orders: number;
  /** How many of the cans are taken out on the visit on which they are paid. */
  takenShare: number;
  /** The brands that sell best come first. */
  liking: readonly string[];
  machines: readonly HistoryMachine[];
  customers: readonly UserDocument[];
}

const longestVisitMs = 45 * 60_000;
const penaltyShare = 0.02;
const forgivenShare = 0.15;
const penaltyReasons = ["Can not returned", "Damaged container door", "Left litter at the machine"];
const writtenPerBatch = 2_000;
/** A customer who is just being served is not the next one. */
const triesForCustomer = 8;

interface Site extends HistoryMachine {
  shelf: Shelf;
  pickRegular: (random: Random) => Account | undefined;
}

/** Most customers come to one machine, some of them every day. */
const sitesOf = ({ machines, liking }: HistoryPlan, accounts: readonly Account[], random: Random): Site[] => {
  const pickHome = createPicker(machines, ({ popularity }) => popularity);
  const homes = new Map<HistoryMachine | undefined, Account[]>(machines.map((one) => [one, []]));
  for (const account of accounts) homes.get(pickHome(random))?.push(account);
  const zeal = new Map(accounts.map((account) => [account, random.exponential(1) + 0.1]));
  const profiles = new Set(machines.map(({ profile }) => profile));
  const shelves = new Map([...profiles].map((profile) => [profile, shelfOf(profile, liking)]));
  return machines.map((one) => ({
    ...one,
    shelf: shelves.get(one.profile) ?? shelfOf(one.profile, liking),
    pickRegular: createPicker(homes.get(one) ?? [], (account) => zeal.get(account) ?? 0),
  }));
};

/** How much of the whole is sold on a day: a business that grows, with good days and bad ones. */
const weightsOf = (days: readonly HistoryDay[], sites: readonly Site[], random: Random) =>
  days.map((day, n) => {
    const open = sites.filter(({ from, until }) => from < day.begins && day.begins < until);
    const sells = ({ popularity, weekend }: Site) => popularity * (day.isWeekend ? weekend : 1);
    const growth = 0.7 + (0.6 * n) / days.length;
    const weight = open.reduce((sum, site) => sum + sells(site), 0) * growth * random.between(0.8, 1.2);
    return { day, weight, pickSite: createPicker(open, sells) };
  });

/** What one customer does at one machine: brings cans back, buys, takes cans out. */
const createVisits = ({ name, now, takenShare }: HistoryPlan, random: Random) => {
  const ids = createHistoryIds(name);
  let orders = 0;
  return (account: Account, { machine, shelf }: Site, day: HistoryDay, time: number, written: Written): void => {
    const { profile } = shelf;
    const visit = { account, machine, day, ids, written, random };
    const arrived = returnCans(visit, time);
    for (const penalty of owedBy(account))
      if (random.chance(forgivenShare))
        Object.assign(penalty, { canceled: true, updatedAt: new Date(arrived), rev: penalty.rev + 1 });
    const money = purchaseOf(account, shelf, random);
    orders += 1;
    const orderId = `${name.toUpperCase()}-${String(orders).padStart(7, "0")}`;
    const freeDeposits = profile.deposit ? profile.depositCount : 0;
    const order = orderOf({ account, freeDeposits, machine, money, time: arrived + 30_000, now, orderId }, ids, random);
    written.orders.push(order);
    account.goneAt = order.time.getTime() + 120_000;
    if (isPaid(order.status)) {
      credit(account, order, ids, written);
      account.goneAt = takeCans(visit, takenShare, profile.cansLimit, account.goneAt);
    }
    if (!random.chance(penaltyShare)) return;
    account.goneAt += 60_000;
    const at = new Date(account.goneAt);
    const amount = random.whole(2, 10) * 500;
    const quantity = random.chance(0.8) ? 1 : 2;
    const how = { amount, quantity, message: random.pick(penaltyReasons), createdAt: at, updatedAt: at };
    account.penalties.push(aPenalty(account.user._id, { _id: ids.penalty(), ...how }));
  };
};

/**
 * Makes up what happened between `begins` and `now`: orders that were paid or not, with the rows that crediting them
 * would have written, cans that were taken, refunded and brought back, deposits, penalties. The same plan is the same
 * history, id by id. `write` is called with some of it at a time; the accounts at the end are what all rows add up to.
 */
export const makeHistory = async (
  plan: HistoryPlan,
  write: (written: Written) => Promise<void>,
): Promise<{ accounts: Account[]; penalties: PenaltyDocument[] }> => {
  const { begins, now, timeZone } = plan;
  const random = createRandom(`past ${plan.name}`);
  const accounts = plan.customers.map(openAccount);
  const sites = sitesOf(plan, accounts, random);
  const days = weightsOf(daysBetween(begins, now, timeZone), sites, random);
  const whole = days.reduce((sum, { weight }) => sum + weight, 0);
  const visit = createVisits(plan, random);
  let written = nothingWritten();
  let orders = 0;
  let owedOrders = 0;

  const customerFor = (site: Site, time: number): Account | undefined => {
    for (let tried = 0; tried < triesForCustomer; tried += 1) {
      const account = (random.chance(0.9) ? site.pickRegular(random) : undefined) ?? random.pick(accounts);
      if (account.goneAt < time && account.user.createdAt.getTime() < time) return account;
    }
    return undefined;
  };

  for (const { day, weight, pickSite } of days) {
    owedOrders += (plan.orders * weight) / whole;
    const times = Array.from({ length: Math.max(0, Math.round(owedOrders) - orders) }, () => momentOf(day, random));
    for (const time of times.sort((a, b) => a - b)) {
      const site = pickSite(random);
      if (!site || time < site.from || time > Math.min(site.until, now - longestVisitMs)) continue;
      const account = customerFor(site, time);
      if (!account) continue;
      visit(account, site, day, time, written);
      orders += 1;
      if (written.orders.length < writtenPerBatch) continue;
      await write(written);
      written = nothingWritten();
    }
  }
  written.canTransactions.push(...accounts.flatMap(({ atHome }) => atHome));
  await write(written);
  for (const account of accounts) account.user.penaltiesOwed = owedBy(account).length;
  return { accounts, penalties: accounts.flatMap((account) => account.penalties) };
};
