import { type Budget, createBudget, type Rate } from "#shared/http/budget.ts";
import { connectionCost } from "./costs.ts";

export interface VisitorLimits {
  /** What one connection may spend: with its unit's own secret, and before or without it. */
  unit: Rate;
  stranger: Rate;
  /** What all connections of one address may spend, of either kind. */
  unitsPerAddress: Rate;
  strangersPerAddress: Rate;
  /** What all strangers may spend together. */
  strangers: Rate;
  /** TLS handshakes of one address: nobody has said yet who they are, and each costs more than a message. */
  handshakesPerAddress: Rate;
  /** Connections that have not signed in yet. */
  pendingPerAddress: number;
  pending: number;
}

type Overspent = "flood" | "address-flood";

/** One open connection, as far as it is paid for. */
export interface Visitor {
  /** As it is counted. */
  address: string;
  /** Why what costs so much is refused; null if it is not. */
  spend(cost: number): Overspent | null;
  /** Strangers at this address, or all of them, have spent what they may. */
  isCrowded(): boolean;
  /** It has signed in: with its unit's own secret, or with the key that strangers share. */
  admitted(hasSecret: boolean): void;
  left(): void;
}

interface Address {
  open: number;
  units: Budget;
  strangers: Budget;
  handshakes: Budget;
  pending: Set<Pending>;
}
interface Pending {
  end: (why: string) => void;
}

/** Addresses from which nobody is here, but what they have spent is remembered. */
const maxIdleAddresses = 10_000;
/** Where a shared budget is used up, a connection that has spent at most this share of its own is not the cause. */
const modestShare = 0.5;

/** Addresses by name. What one has spent is remembered, and of those from which nobody is here the latest. */
const createAddresses = (limits: VisitorLimits) => {
  const addresses = new Map<string, Address>();
  const idle = new Map<string, Address>();

  const addressAt = (name: string): Address =>
    addresses.get(name) ??
    idle.get(name) ?? {
      open: 0,
      units: createBudget(limits.unitsPerAddress),
      strangers: createBudget(limits.strangersPerAddress),
      handshakes: createBudget(limits.handshakesPerAddress),
      pending: new Set<Pending>(),
    };
  const keep = (name: string, address: Address) => {
    idle.delete(name);
    if (address.open > 0) {
      addresses.set(name, address);
      return;
    }
    addresses.delete(name);
    idle.set(name, address);
    const oldest = idle.size > maxIdleAddresses ? idle.keys().next() : null;
    if (oldest && !oldest.done) idle.delete(oldest.value);
  };
  return { at: addressAt, keep };
};

/** A connection that has not signed in gives way to the next one. */
const makeRoom = (waiting: Set<Pending>, most: number, all: Set<Pending>) => {
  if (waiting.size < most) return;
  const [oldest] = waiting;
  if (!oldest) return;
  for (const set of [waiting, all]) set.delete(oldest);
  oldest.end("no-room");
};

/**
 * Connections, and what they may cost. One that has not shown its unit's own secret is a stranger's: it pays from its
 * own budget, from that of the strangers at its address, and from that of all strangers. With the secret it gets back
 * what it has spent so far and pays from budgets that strangers do not touch.
 */
export const createVisitors = (limits: VisitorLimits, clock: () => number = () => performance.now()) => {
  const addresses = createAddresses(limits);
  const strangers = createBudget(limits.strangers);
  const pending = new Set<Pending>();

  return {
    /** Whether this address may begin one more TLS handshake. A unit's own secret gets it back. */
    shakesHands: (name: string): boolean => {
      const address = addresses.at(name);
      addresses.keep(name, address);
      return address.handshakes.take(1, clock());
    },
    /** `end` is called when it has to give way before it has signed in. */
    arrive: (name: string, end: (why: string) => void): Visitor => {
      const address = addresses.at(name);
      makeRoom(address.pending, limits.pendingPerAddress, pending);
      makeRoom(pending, limits.pending, pending);
      address.open += 1;
      addresses.keep(name, address);
      const mine: Pending = { end };
      address.pending.add(mine);
      pending.add(mine);
      const settle = () => {
        address.pending.delete(mine);
        pending.delete(mine);
      };

      let isStranger = true;
      let own = createBudget(limits.stranger);
      const spent = { here: 0, all: 0 };
      let isCrowded = false;
      let isHere = true;
      const spend = (cost: number): Overspent | null => {
        const now = clock();
        if (!own.spend(cost, now)) return "flood";
        if (isStranger) {
          const here = address.strangers.spend(cost, now);
          const all = strangers.spend(cost, now);
          if (here) spent.here += cost;
          if (all) spent.all += cost;
          isCrowded = !(here && all);
        } else {
          isCrowded = !address.units.spend(cost, now);
        }
        return isCrowded && own.share(now) < modestShare ? "address-flood" : null;
      };
      spend(connectionCost);

      return {
        address: name,
        spend,
        isCrowded: () => isCrowded,
        admitted: (hasSecret) => {
          settle();
          if (!hasSecret) return;
          isStranger = false;
          own = createBudget(limits.unit);
          address.strangers.giveBack(spent.here);
          strangers.giveBack(spent.all);
          address.handshakes.giveBack(1);
        },
        left: () => {
          if (!isHere) return;
          isHere = false;
          settle();
          address.open -= 1;
          addresses.keep(name, address);
        },
      };
    },
  };
};
export type Visitors = ReturnType<typeof createVisitors>;
