import "./products.css";
import { useMemo } from "react";
import { useParams } from "react-router-dom";
import { productRecord } from "#shared/products/product.record.ts";
import type { Product } from "#shared/products/product.schema.ts";
import { paths } from "../../app/paths.ts";
import { newer } from "../../live/records.ts";
import { productAtomOf } from "../../records/products.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { PageBones } from "../../ui/Bones.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Glow } from "../../ui/Glow.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { AddProductForm } from "./AddProductForm.tsx";
import { ImageCard } from "./ImageCard.tsx";
import { ProductForm } from "./ProductForm.tsx";
import { TypeChip } from "./TypeChip.tsx";

function ProductCards({ product, onKnown }: { product: Product; onKnown: (product: Product) => void }) {
  return (
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
          <ProductForm product={product} onKnown={onKnown} />
        </Card>
        <ImageCard product={product} onKnown={onKnown} />
      </div>
    </>
  );
}

/** One product that exists, true to the moment. */
function ExistingProduct({ id }: { id: string }) {
  const [load, send] = useAtom(useMemo(() => productAtomOf(id), [id]));
  const onKnown = (told: Product) => send({ do: "update", change: (known) => newer(known, told) });
  return (
    <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<PageBones />}>
      {(product) =>
        product ? (
          <ProductCards key={product._id} product={product} onKnown={onKnown} />
        ) : (
          <Empty title={productRecord.words.removed} action={<ButtonLink to={paths.products}>Products</ButtonLink>}>
            Somebody removed it while you were looking.
          </Empty>
        )
      }
    </Loadable>
  );
}

/** The product form (specification section 2); `new` adds one. */
export function Component() {
  const { id = "" } = useParams();
  if (id.toLowerCase() !== "new") return <ExistingProduct key={id} id={id} />;
  return (
    <>
      <PageHead title="Add New Product" line="Its image is uploaded once it is added" />
      <Card>
        <AddProductForm />
      </Card>
    </>
  );
}
