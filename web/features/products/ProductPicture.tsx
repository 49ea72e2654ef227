import { useState } from "react";
import { initialOf, tintOf } from "./tint.ts";

interface ProductPictureProps {
  /** A file name under /uploads/products/; empty where none was uploaded. */
  image: string;
  /** Gives the plain can its tint and its initial. */
  brand: string;
  /** Left out where the brand stands beside it. */
  alt?: string;
  lazy?: boolean;
}

/** A product's image, or a drawn can with its own tint and initial. */
export function ProductPicture({ image, brand, alt = "", lazy }: ProductPictureProps) {
  const [missing, setMissing] = useState("");
  return (
    <div className="product-picture">
      {image && missing !== image ? (
        <img
          src={image.startsWith("blob:") ? image : `/uploads/products/${image}`}
          alt={alt}
          loading={lazy ? "lazy" : undefined}
          decoding="async"
          onError={() => setMissing(image)}
        />
      ) : (
        <svg viewBox="0 0 40 72" aria-hidden="true" className={`can-tint-${tintOf(brand)}`}>
          <path d="M9 6c-2 3-4 5-4 9v43c0 4 2 6 4 8 5 2 17 2 22 0 2-2 4-4 4-8V15c0-4-2-6-4-9" className="can-body" />
          <ellipse cx="20" cy="6" rx="11" ry="2.6" className="can-lid" />
          <path d="M5 16c7 2.6 23 2.6 30 0M5 57c7 2.6 23 2.6 30 0M19 6h6" className="can-line" />
          <text x="20" y="42" className="can-initial">
            {initialOf(brand)}
          </text>
        </svg>
      )}
    </div>
  );
}
