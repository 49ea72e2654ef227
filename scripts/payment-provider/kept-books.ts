import * as z from "zod";
import { createKeptFile, readKeptFile } from "../kept-file.ts";
import { behaviourNames } from "./behaviours.ts";
import { type Books, createBooks } from "./books.ts";

const Shown = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  order_id: z.string().nullish(),
  amount_refunded: z.number().nullish(),
  error_description: z.string().nullish(),
  created_at: z.number(),
});
const Order = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  receipt: z.string().nullish(),
  status: z.enum(["created", "attempted", "paid"]),
  created_at: z.number(),
});
const Kept = z.object({
  orders: z.array(Order),
  payments: z.array(
    z.object({
      behaviour: z.enum(behaviourNames),
      order: z.string(),
      shown: Shown,
      captured: z.boolean().optional(),
      refund: z.literal("failed").optional(),
    }),
  ),
});

/** Cansole queries an order for six days. */
const keptSeconds = 7 * 86_400;
const saveEveryMs = 10_000;

/** Books that survive the end of the process, but for what the last seconds brought where it is killed. */
export const createKeptBooks = async (file: string): Promise<{ books: Books; close: () => Promise<void> }> => {
  const books = createBooks();
  const since = Date.now() / 1_000 - keptSeconds;
  // If there are none yet, or those of another version, a trial begins with empty books.
  const kept = await readKeptFile(file, Kept, { orders: [], payments: [] });
  for (const order of kept.orders) if (order.created_at > since) books.orders.set(order.id, order);
  for (const payment of kept.payments)
    if (books.orders.has(payment.order)) books.payments.set(payment.shown.id, payment);

  const write = createKeptFile(file, () => ({
    orders: [...books.orders.values()],
    payments: [...books.payments.values()],
  }));
  let saved = books.changes();
  const save = async (): Promise<void> => {
    const now = books.changes();
    if (now === saved) return;
    await write().then(
      () => {
        saved = now;
      },
      () => undefined,
    );
  };
  const timer = setInterval(() => void save(), saveEveryMs);
  return {
    books,
    close: () => {
      clearInterval(timer);
      return save();
    },
  };
};
