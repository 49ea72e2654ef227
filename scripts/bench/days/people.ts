import { openedOn } from "#shared/cans/cans.rules.ts";
import { cancelled, commandLimits, rejected } from "#shared/control-units/row.rules.ts";
import { containerAfter } from "#shared/transactions/apply-row.rules.ts";
import { freeSlotsOf, whyNotTake } from "#shared/transactions/take.rules.ts";
import { whyNotOpen, whyNotRefund, whyNotReturn } from "#shared/transactions/transaction.rules.ts";
import type { Agenda } from "./agenda.ts";
import { type Can, type Container, type Customer, type Machine, reportOf, reserve, type Session } from "./stores.ts";
import type { Workers } from "./workers.ts";

const second = 1_000;
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** What customers, operators and drivers do, each call decided by the rules and written at once, as a transaction is. */
export const createPeople = (agenda: Agenda, machine: Machine, workers: Workers, isOffline: () => boolean) => {
  const { random } = agenda;
  let requested = 0;

  const newSession = (can: Can, container: Container, isRejected: boolean): Session => {
    requested += 1;
    const session: Session = {
      id: `${requested}`,
      can,
      container,
      facts: {},
      expiresAt: agenda.now() + commandLimits.expiresMs,
      sentAt: null,
      startedAt: null,
      command: "none",
      end: isRejected ? rejected : null,
      hasTurn: false,
      toApply: false,
      openings: 0,
      isStray: false,
      isForgotten: false,
    };
    machine.sessions.push(session);
    can.sessions.push(session);
    if (isRejected) return session;
    machine.open.push(session);
    workers.advance();
    agenda.after(commandLimits.expiresMs + random.between(0, 5 * second), workers.advance);
    return session;
  };

  const take = (customer: Customer): void => {
    const day = dayOf(agenda.now());
    const { slots, slotsUsed, needDeposit } = customer;
    const why = whyNotTake({
      suspend: false,
      brand: "Cola",
      openCans: customer.cans,
      openedToday: openedOn(day, customer),
      ownLimit: customer.limit,
      machineLimit: machine.limit,
      needDeposit,
      freeSlots: freeSlotsOf({ depositBought: slots, freeDeposit: 0, depositUsed: slotsUsed }),
      needSecurityDeposit: false,
      securityDeposit: 0,
    });
    if (why) return;
    const id = `can ${machine.taken}`;
    const container = reserve(machine.containers, id);
    if (!container) return;
    machine.taken += 1;
    customer.cans -= 1;
    customer.slotsUsed += Number(needDeposit);
    Object.assign(customer, { openedCans: openedOn(day, customer) + 1, openedDay: day });
    const can: Can = {
      id,
      customer,
      container,
      day,
      holdsSlot: needDeposit,
      isReturned: false,
      message: "",
      containerDue: null,
      openedAt: null,
      sessions: [],
      status: "pending",
      session: "",
      live: null,
      openedIn: null,
      closedIn: null,
      failedIn: null,
      review: null,
    };
    machine.cans.push(can);
    const offline = isOffline();
    const session = newSession(can, container, offline);
    Object.assign(can, { session: session.id, live: offline ? null : session.id, message: offline ? "OFFLINE" : "" });
  };

  const refund = (can: Can): void => {
    if (whyNotRefund(can)) return;
    const live = can.sessions.find(({ id }) => id === can.live);
    if (live) {
      // A worker must first apply a session that has ended.
      if (live.end !== null || live.command === "sent" || Object.keys(live.facts).length > 0) return;
      Object.assign(live, { command: "closed", hasTurn: false });
      workers.finish(live, cancelled);
      workers.advance();
    }
    if (can.sessions.some(({ facts }) => facts.opened)) return;
    const { customer, container } = can;
    const slot = Number(can.holdsSlot);
    Object.assign(can, { status: "failed", live: null, holdsSlot: false });
    customer.cans += 1;
    customer.slotsUsed -= slot;
    if (customer.openedDay === can.day) customer.openedCans = Math.max(0, customer.openedCans - 1);
    if (container.reservation !== can.id) return;
    const here = can.sessions.filter((one) => one.container === container);
    const isFree = here.every((one) => containerAfter("failed", reportOf(one)) === "for sale");
    if (isFree) container.reservation = null;
    else container.toCheck = true;
  };

  const reopen = (can: Can): void => {
    if (whyNotOpen({ status: can.status, isLive: can.live !== null })) return;
    const offline = isOffline();
    const container = offline ? can.container : reserve(machine.containers, can.id);
    if (!container) return;
    const session = newSession(can, container, offline);
    Object.assign(can, { session: session.id, container, live: offline ? null : session.id });
    can.message = offline ? "OFFLINE" : "";
  };

  const giveBack = (can: Can): void => {
    if (whyNotReturn({ status: can.status, returned: can.isReturned })) return;
    can.isReturned = true;
    can.customer.slotsUsed -= Number(can.holdsSlot);
    can.holdsSlot = false;
  };

  /** Drivers fill what is empty, and look into what was left to be checked. */
  const service = (): void => {
    for (const one of machine.containers) {
      if (one.toCheck || !one.isWorking)
        Object.assign(one, { isEmpty: !one.hasCan, isWorking: true, toCheck: false, reservation: null });
      if (one.isEmpty && one.reservation === null)
        Object.assign(one, { isEmpty: false, hasCan: true, stockedOn: agenda.now() });
    }
  };

  return { take, refund, reopen, giveBack, service };
};
