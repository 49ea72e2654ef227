import type { Ended, RowFacts } from "#shared/control-units/row.rules.ts";
import type { KnownCan, ReportedRow } from "#shared/transactions/apply-row.rules.ts";

// What MongoDB and the machine hold of one machine and its customers, as little as the rules need.

export interface Container {
  name: number;
  /** In the machine itself; the rest is what the database says. */
  hasCan: boolean;
  isEmpty: boolean;
  isWorking: boolean;
  stockedOn: number;
  /** The can that claims it. */
  reservation: string | null;
  /** Somebody must look into it. */
  toCheck: boolean;
}

export interface Customer {
  cans: number;
  credited: number;
  openedCans: number;
  openedDay: string | null;
  limit: number;
  needDeposit: boolean;
  slots: number;
  slotsUsed: number;
}

export interface Can extends KnownCan {
  id: string;
  customer: Customer;
  container: Container;
  day: string;
  holdsSlot: boolean;
  isReturned: boolean;
  message: string;
  containerDue: Container | null;
  openedAt: number | null;
  sessions: Session[];
}

/** A session with its one row and its command. */
export interface Session {
  id: string;
  can: Can;
  container: Container;
  facts: RowFacts["facts"];
  expiresAt: number;
  sentAt: number | null;
  startedAt: number | null;
  command: "none" | "ready" | "sent" | "closed";
  end: Ended | null;
  hasTurn: boolean;
  toApply: boolean;
  /** How often the door really sprang open for it. */
  openings: number;
  /** Once it did so although its can waited for it no more, or another session had the turn. */
  isStray: boolean;
  /** The unit lost its memory before it had told what it did. */
  isForgotten: boolean;
}

export interface Machine {
  containers: Container[];
  customers: Customer[];
  /** Cans a day; 0 is none. */
  limit: number;
  cans: Can[];
  sessions: Session[];
  /** Those that have not ended, in their order. */
  open: Session[];
  taken: number;
}

export const reportOf = ({ id, facts, sentAt, end }: Session): ReportedRow => ({
  session: id,
  opened: facts.opened?.receivedAt ?? null,
  closed: facts.closed !== undefined && facts.opened !== undefined,
  failed: facts.failed ? { code: facts.failed.code ?? null, message: facts.failed.message ?? null } : null,
  sent: sentAt !== null || Object.keys(facts).length > 0,
  end,
});

/** As the repository of taken containers writes it: guarded by the claim, or what was disabled for this can. */
export const emptied = (container: Container, can: Can): void => {
  const isDisabled =
    !container.isWorking &&
    !container.isEmpty &&
    container.reservation === null &&
    container.stockedOn <= (can.openedAt ?? 0);
  if (container.reservation !== can.id && !isDisabled) return;
  Object.assign(container, { isEmpty: true, reservation: null, toCheck: false });
};

/** The can that stands there longest; its own claim first. */
export const reserve = (containers: Container[], can: string): Container | null => {
  const isSold = ({ isWorking, isEmpty }: Container) => isWorking && !isEmpty;
  const own = containers.find((one) => isSold(one) && one.reservation === can);
  const free = containers.filter((one) => isSold(one) && one.reservation === null);
  const oldest = own ?? free.toSorted((a, b) => a.stockedOn - b.stockedOn || a.name - b.name)[0];
  if (oldest) oldest.reservation = can;
  return oldest ?? null;
};
