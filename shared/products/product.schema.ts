import * as z from "zod";

export const ProductType = z.enum(["product", "deposit"]);
export type ProductType = z.infer<typeof ProductType>;
