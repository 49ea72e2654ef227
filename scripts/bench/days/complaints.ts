import { openedOn } from "#shared/cans/cans.rules.ts";
import type { Can, Container, Customer, Machine, Session } from "./stores.ts";

interface World extends Machine {
  day: string;
  isSilent: boolean;
}

const ofSession = ({ id, openings, isStray, end, toApply, facts, isForgotten }: Session, isSilent: boolean) => [
  isStray && `session ${id} opened its door when its can did not wait for it, or out of its turn`,
  openings > 1 && `session ${id} opened its door ${openings} times`,
  end === null && `session ${id} never ended`,
  toApply && `session ${id} was never applied`,
  openings > 0 && isSilent && !isForgotten && !facts.opened && `the opening of session ${id} is lost`,
];

const ofCan = ({ id, status, live, message, sessions, review, containerDue }: Can) => {
  const opened = sessions.filter(({ facts }) => facts.opened).length;
  return [
    live !== null && `${id} is still live`,
    containerDue !== null && `the container of ${id} is still to be emptied`,
    status === "pending" && message === "" && `${id} is pending without a reason`,
    status === "pending" && opened > 0 && `${id} is pending and was seen open`,
    status === "opened" && opened === 0 && `${id} is opened and was never seen open`,
    status === "failed" && opened > 0 && review === null && `${id} was refunded and seen open, and nobody looks at it`,
    opened > 1 && review === null && `${id} was opened twice, and nobody looks at it`,
  ];
};

const ofContainer = (container: Container, { cans, sessions, isSilent }: World) => {
  const { name, hasCan, isEmpty, isWorking, reservation, toCheck } = container;
  const isForSale = isWorking && !isEmpty && reservation === null;
  const isKnown = isSilent && !sessions.some((one) => one.container === container && one.isForgotten);
  const claims = cans.find(({ id }) => id === reservation);
  return [
    isForSale && !hasCan && isKnown && `container ${name} sells a can that is not there`,
    reservation !== null &&
      !toCheck &&
      claims?.status !== "pending" &&
      `container ${name} stays claimed for ${reservation}, which is ${claims?.status ?? "long over"}`,
  ];
};

const ofCustomer = (customer: Customer, nth: number, { cans, day }: World) => {
  const own = cans.filter((can) => can.customer === customer);
  const owed = customer.credited - own.filter(({ status }) => status !== "failed").length;
  const held = own.filter(({ holdsSlot }) => holdsSlot).length;
  const today = own.filter((can) => can.day === day && can.status !== "failed").length;
  const counted = openedOn(day, customer);
  return [
    customer.cans !== owed && `customer ${nth} has ${customer.cans} cans instead of ${owed}`,
    customer.cans < 0 && `customer ${nth} has ${customer.cans} cans`,
    customer.slotsUsed !== held && `customer ${nth} uses ${customer.slotsUsed} slots instead of ${held}`,
    customer.needDeposit && held > customer.slots && `customer ${nth} uses ${held} of ${customer.slots} slots`,
    counted !== today && `customer ${nth} took ${today} cans today, and ${counted} are counted`,
    customer.limit > 0 && today > customer.limit && `customer ${nth} took ${today} of ${customer.limit} cans a day`,
  ];
};

/** All that must never be at the end of a day (yyyy-mm-dd), in words. `isSilent`: the unit has told all that it did. */
export const complaintsOf = (machine: Machine, day: string, isSilent: boolean): string[] => {
  const world = { ...machine, day, isSilent };
  return [
    ...world.sessions.flatMap((session) => ofSession(session, world.isSilent)),
    ...world.cans.flatMap(ofCan),
    ...world.containers.flatMap((container) => ofContainer(container, world)),
    ...world.customers.flatMap((customer, nth) => ofCustomer(customer, nth, world)),
  ].filter((words) => words !== false);
};
