import * as z from "zod";

/** What some orders come to, in rupees; `cans` are those that were bought, without deposits. */
const Sum = z.object({
  count: z.number().int(),
  netAmount: z.number(),
  gst: z.number(),
  cans: z.number().int(),
});

/** `all` sums the orders that a list's filters find, `paid` those of them that were paid. */
export const OrderSums = z.object({ all: Sum, paid: Sum });
export type OrderSums = z.infer<typeof OrderSums>;
