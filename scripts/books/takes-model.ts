interface IdealCan {
  transactionId: string;
  who: 0 | 1;
  status: "pending" | "opened" | "failed";
  isLive: boolean;
  /** Its machine was sent one open command. */
  wasSent: boolean;
  isReturned: boolean;
  holdsSlot: boolean;
  /** On which it was taken. */
  day: string;
}

interface Begin {
  /** At the machine, and to be taken by each of two customers. */
  stock: number;
  held: number;
  /** 0 is none. */
  machineLimit: number;
  /** Slots of the second customer, who needs a deposit. */
  slots: number;
  today: () => string;
}

/** The rules of takes in plain numbers: independent of how Cansole stores them. */
export const openModel = ({ stock, held, machineLimit, slots, today }: Begin) => {
  const customers = [0, 1].map(() => ({
    held,
    ownLimit: 0,
    slotsUsed: 0,
    opened: { day: null as string | null, count: 0 },
  }));
  const cans: IdealCan[] = [];
  const customer = (who: 0 | 1) =>
    customers[who] ?? { held, ownLimit: 0, slotsUsed: 0, opened: { day: null as string | null, count: 0 } };
  const find = (transactionId: string): IdealCan => {
    const can = cans.find((one) => one.transactionId === transactionId);
    if (!can) throw new Error(`the model knows no ${transactionId}`);
    return can;
  };
  /** For sale again is what was refunded before its command was sent; the rest is gone, claimed or to be looked at. */
  const forSale = () => stock - cans.filter(({ status, wasSent }) => !(status === "failed" && !wasSent)).length;
  const free = (can: IdealCan): void => {
    if (can.holdsSlot) customer(can.who).slotsUsed -= 1;
    can.holdsSlot = false;
  };

  return {
    customer,
    forSale,
    all: (): readonly IdealCan[] => cans,
    at: (which: number): string | null => cans[which % Math.max(1, cans.length)]?.transactionId ?? null,
    limit: (who: 0 | 1, limit: number): void => {
      customer(who).ownLimit = limit;
    },

    /** Whether they may; then it is done, and `known` names it. */
    take: (who: 0 | 1): boolean => {
      const state = customer(who);
      const day = today();
      const opened = state.opened.day === day ? state.opened.count : 0;
      const limit = state.ownLimit || machineLimit;
      const needsSlot = who === 1;
      if (state.held === 0 || (limit > 0 && opened >= limit) || (needsSlot && state.slotsUsed >= slots)) return false;
      if (forSale() === 0) return false;
      state.held -= 1;
      state.opened = { day, count: opened + 1 };
      if (needsSlot) state.slotsUsed += 1;
      const begun = { status: "pending" as const, isLive: true, wasSent: false, isReturned: false };
      cans.push({ transactionId: "", who, ...begun, holdsSlot: needsSlot, day });
      return true;
    },
    known: (transactionId: string): void => {
      find("").transactionId = transactionId;
    },

    open: (transactionId: string): boolean => {
      const can = find(transactionId);
      if (can.status !== "pending" || can.isLive) return false;
      can.isLive = true;
      return true;
    },
    /** An unsent command is cancelled; the second opening of a can whose command was sent waits as well. */
    refund: (transactionId: string): boolean => {
      const can = find(transactionId);
      if (can.status !== "pending") return false;
      const state = customer(can.who);
      Object.assign(can, { status: "failed", isLive: false });
      state.held += 1;
      if (state.opened.day === can.day) state.opened.count = Math.max(0, state.opened.count - 1);
      free(can);
      return true;
    },
    giveBack: (transactionId: string): boolean => {
      const can = find(transactionId);
      if (can.status !== "opened" || can.isReturned) return false;
      can.isReturned = true;
      free(can);
      return true;
    },
    verify: (transactionId: string): void => {
      const can = find(transactionId);
      if (can.status === "opened") free(can);
    },

    /** Whether it could be so now. */
    endUnopened: (transactionId: string): boolean => {
      const can = find(transactionId);
      if (can.status !== "pending" || !can.isLive) return false;
      Object.assign(can, { isLive: false, wasSent: true });
      return true;
    },
    seenOpen: (transactionId: string): boolean => {
      const can = find(transactionId);
      if (can.status !== "pending") return false;
      can.status = "opened";
      return true;
    },
  };
};
