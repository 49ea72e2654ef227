import "./products.css";
import { productRecord } from "#shared/products/product.record.ts";
import { paths } from "../../app/paths.ts";
import { RecordPage } from "../../recipes/RecordPage.tsx";
import { productAtomOf } from "../../records/products.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { ImageCard } from "./ImageCard.tsx";
import { AddProductForm, ProductForm } from "./ProductForms.tsx";
import { TypeChip } from "./TypeChip.tsx";
import { UsesCard } from "./UsesCard.tsx";

const adding = { title: "Add New Product", line: "Its image is uploaded once it is added", form: <AddProductForm /> };

/** The product form (specification section 2); `new` adds one. */
export function Component() {
  return (
    <RecordPage
      atomOf={productAtomOf}
      of={productRecord}
      back={{ to: paths.products, words: "Products" }}
      adding={adding}
    >
      {({ record: product, onKnown }) => (
        <>
          <PageHead
            title={product.brand}
            line={
              <>
                <Glow of={product.price}>
                  <Money amount={product.price} />
                </Glow>
                {product.tagline && ` · ${product.tagline}`}
              </>
            }
            chips={<TypeChip type={product.productType} />}
          />
          <div className="columns">
            <Card title="Product">
              <ProductForm record={product} onKnown={onKnown} />
            </Card>
            <div className="column">
              <UsesCard product={product._id} />
              <ImageCard product={product} onKnown={onKnown} />
            </div>
          </div>
        </>
      )}
    </RecordPage>
  );
}
