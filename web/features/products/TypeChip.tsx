import type { ProductType } from "#shared/products/product.schema.ts";
import { Chip } from "../../ui/StateChip.tsx";

const looks = {
  product: { tone: "quiet", icon: "pi-tag", word: "Product", calm: "word" },
  deposit: { tone: "quiet", icon: "pi-replay", word: "Deposit" },
} as const;

/** Product or deposit (specification: Product types). */
export const TypeChip = ({ type }: { type: ProductType }) => <Chip {...looks[type]} />;
