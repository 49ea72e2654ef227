import { memo } from "react";
import type { Product } from "#shared/products/product.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { profilesOfProductsAtom, usesText } from "../../records/product-uses.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { Glow } from "../../ui/Glow.tsx";
import { LinkCard } from "../../ui/LinkCard.tsx";
import { Money } from "../../ui/Money.tsx";
import { ProductPicture } from "./ProductPicture.tsx";
import { TypeChip } from "./TypeChip.tsx";

/** One product in the grid (specification: Products), and how many profiles sell it. */
export const ProductCard = memo(function ProductCard({ product }: { product: Product }) {
  const { _id, brand, tagline, image, productType, price } = product;
  const known = useAtomValue(profilesOfProductsAtom);
  const uses = usesText(known && (known.get(_id) ?? []));
  return (
    <LinkCard
      to={pathTo("product", { id: _id })}
      title={brand}
      picture={<ProductPicture image={image} brand={brand} lazy />}
      foot={
        <>
          {productType === "deposit" ? <TypeChip type={productType} /> : <span className="muted figures">{uses}</span>}
          <Glow of={price}>
            <strong className="product-price">
              <Money amount={price} />
            </strong>
          </Glow>
        </>
      }
    >
      <p className="link-card-line one-line" title={tagline}>
        {tagline || "No tagline"}
      </p>
    </LinkCard>
  );
});
