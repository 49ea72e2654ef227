import { isPaid } from "#shared/orders/order-status.ts";
import type { PenaltyDocument } from "#shared/runtime/documents/accounts.ts";
import type { ProfileDocument } from "#shared/runtime/documents/goods.ts";
import type { MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import { createRandom, type Random } from "../simulator/random.ts";
import { type Account, openAccount, owedBy } from "./account.ts";
import { credit, orderOf } from "./paying.ts";
import { purchaseOf, type Shelf, shelfOf } from "./purchase.ts";
import { createPicker, daysBetween, momentOf, type PastDay } from "./rhythm.ts";
import { returnCans, takeCans } from "./taking.ts";
import { createPastIds, nothingWritten, type Written } from "./written.ts";

export interface PastMachine {
  machine: MachineDocument;
  profile: ProfileDocument;
  /** It sold from here to there, in milliseconds since 1970. */
  from: number;
  until: number;
  /** How much it sells beside the others, and how much of that on a Saturday or Sunday. */
  popularity: number;
  weekend: number;
}

export interface PastPlan {
  /** Of its ids and orders: `demo` makes DEMO-000001. The same name is the same past. */
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
  machines: readonly PastMachine[];
  customers: readonly UserDocument[];
}

const longestVisitMs = 45 * 60_000;
const penaltyShare = 0.02;
const forgivenShare = 0.15;
const penalties = ["Can not returned", "Damaged container door", "Left litter at the machine"];
const writtenPerBatch = 2_000;
/** A customer who is just being served is not the next one. */
const triesForCustomer = 8;

interface Site extends PastMachine {
  shelf: Shelf;
  pickRegular: (random: Random) => Account | undefined;
}

/** Most customers come to one machine, some of them every day. */
const sitesOf = ({ machines, liking }: PastPlan, accounts: readonly Account[], random: Random): Site[] => {
  const pickHome = createPicker(machines, ({ popularity }) => popularity);
  const homes = new Map<PastMachine | undefined, Account[]>();
  for (const account of accounts) {
    const home = pickHome(random);
    homes.set(home, [...(homes.get(home) ?? []), account]);
  }
  const zeal = new Map(accounts.map((account) => [account, random.exponential(1) + 0.1]));
  const shelves = new Map<ProfileDocument, Shelf>();
  return machines.map((one) => {
    const shelf = shelves.get(one.profile) ?? shelfOf(one.profile, liking);
    shelves.set(one.profile, shelf);
    return { ...one, shelf, pickRegular: createPicker(homes.get(one) ?? [], (account) => zeal.get(account) ?? 0) };
  });
};

/** How much of the whole is sold on a day: a business that grows, with good days and bad ones. */
const weightsOf = (days: readonly PastDay[], sites: readonly Site[], random: Random) =>
  days.map((day, n) => {
    const open = sites.filter(({ from, until }) => from < day.begins && day.begins < until);
    const sells = ({ popularity, weekend }: Site) => popularity * (day.isWeekend ? weekend : 1);
    const growth = 0.7 + (0.6 * n) / days.length;
    const weight = open.reduce((sum, site) => sum + sells(site), 0) * growth * random.between(0.8, 1.2);
    return { day, weight, pickSite: createPicker(open, sells) };
  });

/**
 * Makes up what happened between `begins` and `now`: orders that were paid or not, with the rows that crediting them
 * would have written, cans that were taken, refunded and brought back, deposits, penalties. The same plan is the same
 * past, id by id. `write` is called with some of it at a time; the accounts at the end are what all rows add up to.
 */
export const makePast = async (
  plan: PastPlan,
  write: (written: Written) => Promise<void>,
): Promise<{ accounts: Account[]; penalties: PenaltyDocument[] }> => {
  const { name, begins, now, timeZone } = plan;
  const random = createRandom(`past ${name}`);
  const ids = createPastIds(name);
  const accounts = plan.customers.map(openAccount);
  const sites = sitesOf(plan, accounts, random);
  const days = weightsOf(daysBetween(begins, now, timeZone), sites, random);
  const whole = days.reduce((sum, { weight }) => sum + weight, 0);
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

  const visit = (account: Account, site: Site, day: PastDay, time: number) => {
    const { machine, shelf } = site;
    const told = { account, machine, day, ids, written, random };
    const arrived = returnCans(told, time);
    for (const penalty of owedBy(account))
      if (random.chance(forgivenShare))
        Object.assign(penalty, { canceled: true, updatedAt: new Date(arrived), rev: penalty.rev + 1 });
    const money = purchaseOf(account, shelf, random);
    orders += 1;
    const orderId = `${name.toUpperCase()}-${String(orders).padStart(7, "0")}`;
    const order = orderOf({ account, shelf, machine, money, time: arrived + 30_000, now, orderId }, ids, random);
    written.orders.push(order);
    let gone = order.time.getTime() + 120_000;
    if (isPaid(order.status)) {
      credit(account, order, ids, written);
      gone = takeCans(told, plan.takenShare, shelf.profile.cansLimit, gone);
    }
    if (random.chance(penaltyShare)) {
      gone += 60_000;
      account.penalties.push({
        _id: ids.penalty(),
        user: account.user._id,
        amount: random.whole(2, 10) * 500,
        quantity: random.chance(0.8) ? 1 : 2,
        paid: false,
        canceled: false,
        message: random.pick(penalties),
        createdAt: new Date(gone),
        updatedAt: new Date(gone),
        rev: 0,
      });
    }
    account.goneAt = gone;
  };

  for (const { day, weight, pickSite } of days) {
    owedOrders += (plan.orders * weight) / whole;
    const times = Array.from({ length: Math.max(0, Math.round(owedOrders) - orders) }, () => momentOf(day, random));
    for (const time of times.sort((a, b) => a - b)) {
      const site = pickSite(random);
      if (!site || time < site.from || time > Math.min(site.until, now - longestVisitMs)) continue;
      const account = customerFor(site, time);
      if (!account) continue;
      visit(account, site, day, time);
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
