import type { ObjectId } from "mongodb";
import { openedOn } from "#shared/cans/cans.rules.ts";
import type { BrandCans, Cans } from "#shared/cans/cans.schema.ts";
import { groupBy } from "#shared/grouping/group-by.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { CansDocument, OpenCansDocument } from "#shared/users/accounts.document.server.ts";
import { noCans } from "#shared/users/open-accounts.server.ts";

/** What a view must know beside the record: the present day of TIME_ZONE, yyyy-mm-dd. */
export interface Today {
  today(): string;
}

const brandView = ({ product, brand, totalCans }: OpenCansDocument): BrandCans => ({
  _id: product.toHexString(),
  brand,
  product: product.toHexString(),
  totalCans,
});

/** Machine by machine, each with its brands in their order. */
export const cansView = (cans: CansDocument, { today }: Today): Cans => {
  const byMachine = groupBy(cans.current, ({ machine }) => machine.toHexString());
  return {
    _id: cans._id.toHexString(),
    totalCans: cans.totalCans,
    cansLimit: cans.cansLimit,
    openedCans: openedOn(today(), cans),
    current: {
      vendingMachines: [...byMachine].map(([vendingMachine, entries]) => ({
        vendingMachine,
        brands: entries.map(brandView).sort((a, b) => a.brand.localeCompare(b.brand)),
      })),
    },
    rev: cans.rev,
  };
};

/** A user's cans, for views of a user. */
export const cansOf = async (
  { collections: { cans } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
  today: Today,
): Promise<Cans> =>
  cansView((await cans.findOne({ _id: user }, { session: dbSession })) ?? { _id: user, ...noCans }, today);
