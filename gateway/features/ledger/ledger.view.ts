import type { LedgerPosted } from "#shared/ledger/ledger.schema.ts";
import type { CanRowDocument } from "#shared/users/accounts.document.server.ts";

export const postedView = ({ _id, user, product, brand, machine, credit, debit }: CanRowDocument): LedgerPosted => ({
  _id: _id.toHexString(),
  user: user.toHexString(),
  product: product.toHexString(),
  brand,
  vendingMachine: machine.toHexString(),
  credit,
  debit,
});
