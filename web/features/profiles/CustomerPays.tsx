import type { ProductType } from "#shared/products/product.schema.ts";
import type { BlockDraft, BlockKind } from "#shared/profiles/profile.rules.ts";
import { rupeesText } from "../../ui/Money.tsx";
import { customerPays, percentOff } from "./customer-price.ts";
import { kindNames } from "./entry-values.ts";

interface CustomerPaysProps {
  kind: BlockKind;
  block: BlockDraft;
  price: number | null;
  gst: number;
  productType: ProductType;
}

const about = (price: number, discountPrice: number, cans: number): string => {
  const percent = percentOff(price, discountPrice);
  const off = percent === null ? "no discount" : `${percent} % off`;
  return cans > 1 ? `${cans} cans, ${off}` : off;
};

/** What the smallest purchase costs a customer with GST, true to what is being typed. */
export function CustomerPays({ kind, block, price, gst, productType }: CustomerPaysProps) {
  const { active, discountPrice, minPurchase } = block;
  const name = `${kindNames[kind]} customer pays`;
  if (active === false) {
    return (
      <output className="entry-pays entry-pays-none" aria-label={name}>
        Not sold
      </output>
    );
  }
  if (price === null || discountPrice === null || minPurchase === null || minPurchase < 1) {
    return (
      <output className="entry-pays entry-pays-none" aria-label={name}>
        –
      </output>
    );
  }
  const pays = customerPays({ discountPrice, cans: minPurchase, gst, productType });
  return (
    <output className="entry-pays" aria-label={name}>
      <strong className="money">{rupeesText(pays)}</strong>
      <span>{about(price, discountPrice, minPurchase)}</span>
    </output>
  );
}
