import "./products.css";
import { productRecord } from "#shared/products/product.record.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { ChangesLink } from "../../records/ChangesLink.tsx";
import { productAtomOf } from "../../records/products.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { ImageCard } from "./ImageCard.tsx";
import { ProductForm } from "./ProductForm.tsx";
import { TypeChip } from "./TypeChip.tsx";
import { UsesCard } from "./UsesCard.tsx";

const back = { to: paths.products, words: "Products" };
const adding = { title: "Add New Product", line: "Its image is uploaded once it is added", form: <ProductForm /> };

/** The product form (specification: Product); `new` adds one. */
export function Component() {
  return (
    <RecordPage atomOf={productAtomOf} of={productRecord} back={back} adding={adding}>
      {(shown) => {
        const { _id, brand, price, tagline, productType } = shown.record;
        return (
          <>
            <PageHead
              title={brand}
              line={
                <>
                  <Glow of={price}>
                    <Money amount={price} />
                  </Glow>
                  {tagline && ` · ${tagline}`}
                </>
              }
              chips={<TypeChip type={productType} />}
              action={<ChangesLink record={_id} />}
            />
            {/* What comes late stands beneath what can be pressed. */}
            <div className="columns product-cards">
              <Card title="Product">
                <ProductForm shown={shown} />
              </Card>
              <ImageCard {...shown} />
              <UsesCard product={_id} />
            </div>
          </>
        );
      }}
    </RecordPage>
  );
}
