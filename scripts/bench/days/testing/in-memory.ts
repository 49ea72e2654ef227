import { openedOn } from "#shared/cans/cans.rules.ts";
import type { Ended } from "#shared/control-units/row.rules.ts";
import { createAgenda } from "../agenda.ts";
import { createPeople, dayOf } from "../people.ts";
import type { Machine, Session } from "../stores.ts";
import { createWorkers } from "../workers.ts";

/** What both machines begin with: cans, those bought by each of two customers, and their limits. */
export const begin = { cans: 5, bought: 8, cansLimit: 3, slots: 2 };

const aContainer = (name: number) => ({
  name,
  hasCan: true,
  isEmpty: false,
  isWorking: true,
  stockedOn: name,
  reservation: null,
  toCheck: false,
});
/** The first has a limit a day, the second needs a deposit. */
const aCustomer = (needDeposit: boolean) => ({
  cans: begin.bought,
  credited: begin.bought,
  openedCans: 0,
  openedDay: null,
  limit: needDeposit ? 0 : begin.cansLimit,
  needDeposit,
  slots: begin.slots,
  slotsUsed: 0,
});

/** A machine of the simulated days, whose workers do only what they are told to. */
export const openInMemory = (seed: number) => {
  const agenda = createAgenda(String(seed), Date.parse("2026-01-02T00:00:00Z"));
  const machine: Machine = {
    containers: Array.from({ length: begin.cans }, (_, name) => aContainer(name)),
    customers: [aCustomer(false), aCustomer(true)],
    limit: 0,
    cans: [],
    sessions: [],
    open: [],
    taken: 0,
  };
  const link = { isUp: true };
  const workers = createWorkers(agenda, machine, () => ({ isConnected: () => link.isUp, send: () => undefined }));
  const finish = (session: Session, end: Ended | null) => void Object.assign(session, { end, toApply: true });
  const people = createPeople(agenda, machine, { ...workers, advance: () => undefined, finish }, () => !link.isUp);

  const numberOf = (can: string | null) => can && machine.cans.findIndex(({ id }) => id === can);
  return {
    agenda,
    machine,
    link,
    people,
    finish,
    apply: (session: Session): void => {
      workers.apply(session);
      // Killed in between, it begins anew within a minute.
      agenda.run(agenda.now() + 600_000);
    },
    /** Cans and containers by their numbers, sessions by theirs from 1 on. */
    read: () => ({
      cans: machine.cans.map((can) => ({
        status: can.status,
        live: can.live,
        session: can.session,
        openedIn: can.openedIn,
        closedIn: can.closedIn,
        failedIn: can.failedIn,
        review: can.review,
        holdsSlot: can.holdsSlot,
        message: can.message,
        container: can.container.name,
        containerDue: can.containerDue?.name ?? null,
      })),
      containers: machine.containers.map(({ isEmpty, isWorking, reservation, toCheck }) => ({
        isEmpty,
        isWorking,
        reservation: numberOf(reservation),
        toCheck: toCheck && reservation !== null,
      })),
      customers: machine.customers.map((one) => ({
        cans: one.cans,
        opened: openedOn(dayOf(agenda.now()), one),
        slotsUsed: one.slotsUsed,
      })),
    }),
  };
};
export type InMemory = ReturnType<typeof openInMemory>;
