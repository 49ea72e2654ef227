import { useId } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import type { BrandEntry } from "#shared/profiles/profile.schema.ts";

interface ProductPickProps {
  container: Container;
  /** Undefined while the profile is on its way. */
  offered: readonly BrandEntry[] | undefined;
  whyNot: string | null;
  onPick: (product: string, brand: string) => void;
}

/** The container's product: one of those that the machine's profile sells. A phone shows its own list. */
export function ProductPick({ container, offered = [], whyNot, onPick }: ProductPickProps) {
  const id = useId();
  const { product, brand } = container;
  const isForeign = product !== null && !offered.some((entry) => entry.product === product);
  return (
    <span className="product-pick">
      <label htmlFor={id} className="unseen">
        Product of container {container.containerId}
      </label>
      <select
        id={id}
        className="input"
        value={product ?? ""}
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onChange={(event) => {
          const entry = offered.find((one) => one.product === event.target.value);
          if (entry) onPick(entry.product, entry.brand);
        }}
      >
        {product === null && (
          <option value="">{offered.length > 0 ? "Select product" : "The profile has no product"}</option>
        )}
        {isForeign && <option value={product}>{brand || "A product that was removed"}</option>}
        {offered.map((entry) => (
          <option key={entry._id} value={entry.product}>
            {entry.brand}
          </option>
        ))}
      </select>
      <span className="pi pi-chevron-down" aria-hidden="true" />
    </span>
  );
}
