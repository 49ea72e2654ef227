import type { ObjectId } from "mongodb";
import type { LedgerPosted } from "#shared/ledger/ledger.schema.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";

interface BrandNames {
  brandOf(product: ObjectId): string;
}

/** Under the brand that the product has now, as `GET /cans/owed` answers it: an account may have an earlier one. */
export const postedView = (
  { _id, user, product, brand, machine, credit, debit }: CanRowDocument,
  names: BrandNames,
): LedgerPosted => ({
  _id: _id.toHexString(),
  user: user.toHexString(),
  product: product.toHexString(),
  brand: names.brandOf(product) || brand,
  vendingMachine: machine.toHexString(),
  credit,
  debit,
});
