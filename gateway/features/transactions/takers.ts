import { ObjectId } from "mongodb";
import { openedOn } from "#shared/cans/cans.rules.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { isUnderWork, underWorkText } from "#shared/machines/under-work.rules.ts";
import type { Clock } from "#shared/runtime/clock.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { freeSlotsOf, type TakeFacts } from "#shared/transactions/take.rules.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import { noCans, noDeposit } from "#shared/users/open-accounts.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { findMachine } from "../../records/find-machine.ts";

interface Input {
  phone: string;
  vendingMachine: string;
  product: string;
}
export interface Taker {
  user: UserDocument;
  machine: MachineDocument;
  /** As the account calls it. */
  brand: string;
  facts: TakeFacts;
}

/** Customers who take cans, and what decides whether they may. */
export const createTakers = ({ collections }: Pick<Mongo, "collections">, clock: Clock) => ({
  /** `day` is today, of TIME_ZONE. Throws `missing` for an unknown customer or machine, `conflict` for a deactive one. */
  find: async (
    dbSession: DbSession | undefined,
    { phone, vendingMachine, product }: Input,
    day: string,
  ): Promise<Taker> => {
    const session = dbSession;
    const machine = await findMachine({ collections }, dbSession, vendingMachine);
    if (!machine) throw new DomainError("machine-unknown", `There is no vending machine ${vendingMachine}`);
    const user = await collections.users.findOne({ phone }, { session });
    if (!user) throw new DomainError("customer-unknown", "There is no user with this phone");
    if (!machine.active) throw new DomainError("machine-closed", "This vending machine is deactive and sells nothing");
    if (isUnderWork(machine.work, clock.now())) throw new DomainError("machine-closed", underWorkText);
    const cans = (await collections.cans.findOne({ _id: user._id }, { session })) ?? noCans;
    const deposit = (await collections.deposits.findOne({ _id: user._id }, { session })) ?? noDeposit;
    const profile = await collections.productProfiles.findOne({ _id: machine.profile }, { session });
    const wanted = new ObjectId(product);
    const entry = cans.current.find((one) => one.machine.equals(machine._id) && one.product.equals(wanted));
    const known = entry ?? (await collections.products.findOne({ _id: wanted }, { session }));
    const brand = known?.brand ?? "";
    const facts: TakeFacts = {
      suspend: user.suspend,
      brand,
      openCans: entry?.totalCans ?? 0,
      openedToday: openedOn(day, cans),
      ownLimit: cans.cansLimit,
      machineLimit: profile?.cansLimit ?? 0,
      needDeposit: user.needDeposit,
      freeSlots: freeSlotsOf(deposit),
      needSecurityDeposit: user.needSecurityDeposit,
      securityDeposit: deposit.securityDeposit,
    };
    return { user, machine, brand, facts };
  },

  /** Whether this can matches the request. A customer whose phone changed since is another customer. */
  isOf: async (
    dbSession: DbSession,
    can: Pick<CanTransactionDocument, "user" | "machine" | "product">,
    { phone, vendingMachine, product }: Input,
  ): Promise<boolean> => {
    const machine = await findMachine({ collections }, dbSession, vendingMachine);
    const user = await collections.users.findOne({ phone }, { session: dbSession, projection: { _id: 1 } });
    return Boolean(machine?._id.equals(can.machine) && user?._id.equals(can.user) && can.product.equals(product));
  },
});
