import type { ObjectId } from "mongodb";
import { refusal } from "#shared/http/domain-error.ts";
import { paiseOf } from "#shared/http/money.ts";
import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { isUnderWork } from "#shared/machines/under-work.rules.ts";
import { type OwedPenalty, orderRefusals, type PricedEntry, type Sale } from "#shared/orders/pricing.rules.ts";
import type { BrandEntryDocument, ProfileDocument } from "#shared/products/goods.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import { forSaleAt } from "../inventory/for-sale.ts";

type Parts = Pick<FeatureParts, "mongo" | "clock" | "config">;

/** One entry of a profile, as prices are computed from it. */
export const entryOf = ({ product, brand, productType, price, bundle, unit }: BrandEntryDocument): PricedEntry => ({
  product: product.toHexString(),
  brand,
  productType,
  price,
  bundle,
  unit,
});

const owedBy = async ({ mongo }: Parts, dbSession: DbSession, user: ObjectId): Promise<OwedPenalty[]> => {
  const owed = await mongo.collections.penalties
    .find({ user, paid: false, canceled: false }, { session: dbSession })
    .toArray();
  return owed.map(({ _id, amount, quantity }) => ({ _id: _id.toHexString(), amount, quantity }));
};

/** Charged for as long as it is both needed and to be collected (specification: Deposits). */
const securityDepositOf = async ({ mongo, config }: Parts, dbSession: DbSession, user: UserDocument) => {
  if (!user.needSecurityDeposit || config.SECURITY_DEPOSIT === 0) return 0;
  const held = await mongo.collections.deposits.findOne({ _id: user._id }, { session: dbSession });
  return held?.collectSecurityDeposit ? paiseOf(config.SECURITY_DEPOSIT) : 0;
};

/** The named machine and its profile; throws why it sells nothing. */
export const requireSelling = async (
  { mongo, clock }: Pick<Parts, "mongo" | "clock">,
  dbSession: DbSession,
  named: string,
): Promise<{ machine: MachineDocument; profile: ProfileDocument }> => {
  const machine = await requireMachine(mongo, dbSession, named);
  if (!machine.active) throw refusal(orderRefusals.deactive);
  if (isUnderWork(machine.work, clock.now())) throw refusal(orderRefusals.underWork);
  const profile = await mongo.collections.productProfiles.findOne({ _id: machine.profile }, { session: dbSession });
  if (!profile) throw refusal(orderRefusals.withoutProfile);
  return { machine, profile };
};

interface RequestedSale {
  input: IntakeOrder;
  machine: MachineDocument;
  profile: ProfileDocument;
  user: UserDocument;
}

/** Everything that an order's price depends on, read in one snapshot. */
export const saleOf = async (
  parts: Parts,
  dbSession: DbSession,
  { input, machine, profile, user }: RequestedSale,
): Promise<Sale> => ({
  entries: profile.brands.map(entryOf),
  gst: profile.gst,
  forSale: await forSaleAt(parts.mongo, dbSession, machine._id, parts.clock.now()),
  lines: input.lines,
  couponDiscount: paiseOf(input.couponDiscount),
  penalties: await owedBy(parts, dbSession, user._id),
  securityDeposit: await securityDepositOf(parts, dbSession, user),
});
