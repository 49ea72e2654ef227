import { listLedger } from "#shared/ledger/ledger.api.ts";
import { LedgerEntry, type LedgerProduct } from "#shared/ledger/ledger.schema.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { route } from "../../http/route.ts";
import { streamed } from "../../http/streamed.ts";
import type { Feature } from "../feature.ts";
import { createPagedReader } from "../paged/paged-reader.ts";
import { ledgerPages } from "./ledger-pages.ts";
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

/** The can ledger. */
export const ledgerFeature: Feature = (app, parts) => {
  const reader = createPagedReader(parts);
  const show = showLedger(parts.mongo);
  route(app, listLedger, async ({ query }) => {
    const products = await productsOf(parts.mongo);
    if (!query.download) {
      const { rows, figures, asOf } = await reader.page(ledgerPages, query, show);
      return { ledger: rows, ...figures, products, asOf };
    }
    const { rows, figures, asOf, end } = await reader.all(ledgerPages, query, show);
    const nothingYet = { ledger: [] as LedgerEntry[], ...figures, products, asOf };
    return streamed({ answer: nothingYet, field: "ledger", row: LedgerEntry, rows, end });
  });
};
