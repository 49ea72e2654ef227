import { type Agenda, createAgenda } from "./agenda.ts";
import { complaintsOf } from "./complaints.ts";
import { createPeople, dayOf } from "./people.ts";
import type { Can, Container, Customer, Machine } from "./stores.ts";
import { createUnit } from "./unit.ts";
import { createWorkers } from "./workers.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const dayMs = 24 * hour;
const begin = Date.parse("2026-01-01T00:00:00Z");

const aContainer = (name: number): Container => ({
  name,
  hasCan: true,
  isEmpty: false,
  isWorking: true,
  stockedOn: begin,
  reservation: null,
  toCheck: false,
});
const aCustomer = ({ random }: Agenda): Customer => ({
  cans: 0,
  credited: 0,
  openedCans: 0,
  openedDay: null,
  limit: random.pick([0, 0, 1, 3]),
  needDeposit: random.chance(0.3),
  slots: random.whole(1, 3),
  slotsUsed: 0,
});

/** How often people come, each at a moment of their own. */
const beginHabits = (agenda: Agenda, machine: Machine, people: ReturnType<typeof createPeople>): void => {
  const { random } = agenda;
  const { take, refund, reopen, giveBack, service } = people;
  const often = (meanMs: number, act: () => void): void =>
    agenda.after(random.exponential(meanMs), () => {
      // Nobody comes in the last hours of a day, so that all of it has come to an end before the next.
      if (agenda.now() % dayMs < 20 * hour) act();
      often(meanMs, act);
    });
  const some = (act: (can: Can) => void) => () => {
    if (machine.cans.length > 0) act(random.pick(machine.cans.slice(-8)));
  };
  often(20 * minute, () => take(random.pick(machine.customers)));
  often(60 * minute, () => {
    const [first, many] = [random.pick(machine.customers), random.whole(2, 6)];
    for (let n = 0; n < many; n += 1) agenda.after(random.exponential(2 * second), () => take(first));
  });
  often(40 * minute, some(refund));
  often(40 * minute, some(reopen));
  often(
    40 * minute,
    some((can) => {
      agenda.after(random.exponential(500), () => refund(can));
      agenda.after(random.exponential(500), () => reopen(can));
    }),
  );
  // Somebody presses again and again until the machine is back.
  often(60 * minute, () => {
    const [last, call] = [machine.cans.at(-1), random.pick([refund, reopen])];
    for (let n = 0; last && n < 60; n += 1) agenda.after(n * 20 * second, () => call(last));
  });
  often(30 * minute, some(giveBack));
  often(6 * hour, service);
};

/** Throws what is wrong at the end of a day, and forgets what is over; what may still change stays. */
const endDay = (machine: Machine, now: number, isSilent: boolean): void => {
  const day = dayOf(now);
  const wrongs = complaintsOf(machine, day, isSilent);
  if (wrongs.length > 0) throw new Error(`${day}: ${wrongs.slice(0, 5).join("; ")}`);
  const over = machine.cans.filter(({ status, holdsSlot }) => status !== "pending" && !holdsSlot);
  const isOver = new Set(isSilent ? over : []);
  for (const { status, customer } of isOver) customer.credited -= Number(status === "opened");
  machine.cans = machine.cans.filter((can) => !isOver.has(can));
  machine.sessions = machine.sessions.filter(({ can }) => !isOver.has(can));
  machine.open = machine.open.filter(({ end, hasTurn }) => end === null || hasTurn);
};

/** One machine, its unit and its customers, day after day; throws what is wrong at the end of a day. */
export const playDays = (seed: string, days: number): { done: number; taken: number } => {
  const agenda = createAgenda(seed, begin);
  const { random } = agenda;
  const machine: Machine = {
    containers: Array.from({ length: random.whole(2, 24) }, (_, name) => aContainer(name)),
    customers: Array.from({ length: random.whole(1, 8) }, () => aCustomer(agenda)),
    limit: random.pick([0, 0, 5]),
    cans: [],
    sessions: [],
    open: [],
    taken: 0,
  };
  const workers = createWorkers(agenda, machine, () => unit);
  const unit = createUnit(agenda, workers.store, workers.connected);
  /** Known to be offline only some time after it is. */
  const isOffline = () => !unit.isConnected() && random.chance(0.5);
  beginHabits(agenda, machine, createPeople(agenda, machine, workers, isOffline));

  for (let nth = 0; nth < days; nth += 1) {
    for (const customer of machine.customers) {
      const more = random.whole(0, 8);
      customer.cans += more;
      customer.credited += more;
    }
    agenda.run(begin + (nth + 1) * dayMs - 1);
    endDay(machine, agenda.now(), unit.isSilent());
  }
  return { done: agenda.count(), taken: machine.taken };
};
