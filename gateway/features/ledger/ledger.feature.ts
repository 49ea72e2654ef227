import { listLedger } from "#shared/ledger/ledger.api.ts";
import { LedgerEntry, type LedgerProduct } from "#shared/ledger/ledger.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { ledgerPages } from "./ledger.list.ts";
import { showLedger } from "./show-ledger.ts";

/** The products that are cans: a deposit is in no row. */
const productsOf = async ({ collections: { products } }: Pick<Mongo, "collections">): Promise<LedgerProduct[]> => {
  const all = await products
    .find({}, { projection: { brand: 1, productType: 1 } })
    .sort({ brand: 1 })
    .toArray();
  return all.flatMap(({ _id, brand, productType }) =>
    productType === "product" ? [{ _id: _id.toHexString(), brand }] : [],
  );
};

export const ledgerFeature: Feature = (app, parts) => {
  const shown = { key: "ledger", row: LedgerEntry, show: showLedger(parts.mongo) } as const;
  route(app, listLedger, async (call) => {
    const products = await productsOf(parts.mongo);
    return servePaged(parts.pages, ledgerPages, { ...shown, around: (page) => ({ ...page, products }) })(call);
  });
};
