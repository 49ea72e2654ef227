import type { Refused } from "../http/domain-error.ts";

/** What decides whether a customer may take a can of a brand out of a machine. */
export interface TakeFacts {
  suspend: boolean;
  brand: string;
  /** Cans of this product at this machine that are paid for and not taken yet. */
  openCans: number;
  /** Taken today, over all machines. */
  openedToday: number;
  /** The customer's own limit a day; 0 leaves it to the machine's. */
  ownLimit: number;
  /** From the machine's present profile; 0 is no limit. */
  machineLimit: number;
  needDeposit: boolean;
  freeSlots: number;
  needSecurityDeposit: boolean;
  /** Paise. */
  securityDeposit: number;
}

/** Slots for cans that are out: those that were bought and given, less those in use. */
export const freeSlotsOf = (deposit: { depositBought: number; freeDeposit: number; depositUsed: number }): number =>
  deposit.depositBought + deposit.freeDeposit - deposit.depositUsed;

/** Cans a day; 0 is no limit. */
export const limitOf = ({ ownLimit, machineLimit }: Pick<TakeFacts, "ownLimit" | "machineLimit">): number =>
  ownLimit > 0 ? ownLimit : machineLimit;

/** Why the customer may not take it; null when they may. */
export const whyNotTake = (facts: TakeFacts): Refused | null => {
  if (facts.suspend) return { code: "customer-suspended", why: "This user is suspended and takes no cans" };
  if (facts.openCans < 1) {
    const why = `This user has no can${facts.brand && ` of ${facts.brand}`} to take at this vending machine`;
    return { code: "no-cans", why };
  }
  const limit = limitOf(facts);
  if (limit > 0 && facts.openedToday >= limit)
    return { code: "daily-limit", why: `The limit of ${limit} cans a day is reached` };
  if (facts.needDeposit && facts.freeSlots < 1)
    return { code: "no-deposit-slot", why: "No deposit is free: return a can or buy a deposit first" };
  if (facts.needSecurityDeposit && facts.securityDeposit <= 0)
    return { code: "security-deposit-due", why: "A security deposit must be paid first" };
  return null;
};
