import { blockKinds } from "#shared/profiles/profile.rules.ts";
import type { BrandEntry, BrandEntryChange, SaleBlock } from "#shared/profiles/profile.schema.ts";

/** An entry's fields without the names beside them. */
type Settings = Pick<BrandEntry, "product" | "price" | "bundle" | "unit">;

/**
 * The calls that turn one entry into another: a call changes product and price, or one field of a block
 * (specification: Calls of products and profiles). The server checks the whole entry with each of them, so they come in
 * an order in which every step between two right entries is right as well: what widens a limit goes first, what uses it
 * last.
 */
export const editsBetween = (from: Settings, to: Settings): BrandEntryChange[] => {
  const about: BrandEntryChange[] =
    from.product === to.product && from.price === to.price
      ? []
      : [{ type: null, query: { product: to.product, price: to.price } }];
  const blocks = blockKinds.flatMap((type) => {
    const grows = to[type].maxPurchase > from[type].maxPurchase;
    const order: (keyof SaleBlock)[] = [
      ...(grows ? (["maxPurchase"] as const) : []),
      ...(["minPurchase", "incrementBy"] as const),
      ...(grows ? [] : (["maxPurchase"] as const)),
      ...(["discountPrice", "priority", "active"] as const),
    ];
    return order
      .filter((field) => from[type][field] !== to[type][field])
      .map((field) => ({ type, field, value: to[type][field] }) as BrandEntryChange);
  });
  return to.price >= from.price ? [...about, ...blocks] : [...blocks, ...about];
};
