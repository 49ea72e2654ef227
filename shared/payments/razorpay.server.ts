import * as z from "zod";
import {
  type PaymentProvider,
  ProviderDispute,
  ProviderError,
  ProviderOrder,
  ProviderPayment,
} from "./provider.server.ts";

interface Options {
  /** Its origin: `https://api.razorpay.com`. */
  baseUrl: string;
  keyId: string;
  keySecret: string;
  /** Below the time limit of a request, so that the operator learns what did not answer. */
  timeoutMs?: number;
}

/** `captured`: the money was taken once. A payment that never was goes back by itself. */
const Payment = ProviderPayment.extend({ captured: z.boolean().nullish() });
const Payments = z.object({ items: z.array(Payment) });
const Refunds = z.object({ items: z.array(z.object({ amount: z.int().nonnegative(), status: z.string() })) });
const Orders = z.object({ items: z.array(ProviderOrder) });
const Failure = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

/** What it answers at most at once; a payment of cans has one or two. */
const mostRefunds = 100;

const unreachable = (how: string) => new ProviderError("unreachable", `The payment provider ${how}`);

/** What its status alone says, whatever stands in the answer; null where the answer is to be read. */
const refusalOf = (status: number): ProviderError | null => {
  if (status === 429) return new ProviderError("later", "The payment provider is busy: try again shortly");
  if (status === 401) return new ProviderError("credentials", "The payment provider does not accept our key");
  if (status >= 500) return unreachable(`answers ${status}`);
  return null;
};

/**
 * Razorpay's API by plain HTTP: its own client has no time limit and takes an HTML page for a payment. An unknown id is
 * its 400, recognised by its text.
 */
export const createRazorpay = ({ baseUrl, keyId, keySecret, timeoutMs = 4_000 }: Options): PaymentProvider => {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  const request = async (path: string, body?: object): Promise<{ status: number; text: string }> => {
    try {
      const response = await fetch(new URL(path, baseUrl), {
        method: body ? "POST" : "GET",
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
        headers: { authorization, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      throw unreachable("cannot be reached");
    }
  };

  const call = async <T>(schema: z.ZodType<T>, path: string, body?: object): Promise<T> => {
    const { status, text } = await request(path, body);
    const refusal = refusalOf(status);
    if (refusal) throw refusal;
    const answer = jsonOf(text);
    const failure = Failure.safeParse(answer);
    if (failure.success) {
      const { description } = failure.data.error;
      throw new ProviderError(/does not exist/.test(description) ? "missing" : "refused", description.slice(0, 200));
    }
    const read = schema.safeParse(answer);
    if (status >= 400 || !read.success)
      throw new ProviderError("nonsense", "The payment provider sent an answer that cannot be understood");
    return read.data;
  };
  /**
   * A refund may fail after days. Its documents do not say that the payment shows it then; each refund has its own status,
   * `failed` or, where the bank sent it back, `reversed`.
   */
  const withoutFailedRefunds = async ({ captured, ...payment }: z.infer<typeof Payment>): Promise<ProviderPayment> => {
    const isPartly = payment.status === "captured" && (payment.amount_refunded ?? 0) > 0;
    if (!isPartly && !(payment.status === "refunded" && captured === true)) return payment;
    const { items } = await call(Refunds, `${at("payments", payment.id, "/refunds")}?count=${mostRefunds}`);
    const isOver = ({ status }: (typeof items)[number]) => status === "failed" || status === "reversed";
    if (!items.some(isOver)) return payment;
    const back = items.filter((one) => !isOver(one)).reduce((sum, { amount }) => sum + amount, 0);
    return { ...payment, amount_refunded: back, status: back < payment.amount ? "captured" : "refunded" };
  };

  const at = (collection: "orders" | "payments", id: string, rest = "") =>
    `/v1/${collection}/${encodeURIComponent(id)}${rest}`;

  /** Its documents say that a receipt is unique: a call whose answer was lost may have used it up. */
  const madeBefore = async (refused: unknown, receipt: string): Promise<ProviderOrder> => {
    if (!(refused instanceof ProviderError && refused.kind === "refused")) throw refused;
    const { items } = await call(Orders, `/v1/orders?receipt=${encodeURIComponent(receipt)}`);
    const found = items.find((order) => order.receipt === receipt);
    if (!found) throw refused;
    return found;
  };

  return {
    keyId,
    createOrder: async ({ receipt, paise }) => {
      const order = await call(ProviderOrder, "/v1/orders", { amount: paise, currency: "INR", receipt }).catch(
        (error: unknown) => madeBefore(error, receipt),
      );
      if (order.amount !== paise || order.currency !== "INR" || order.receipt !== receipt)
        throw new ProviderError("nonsense", "The payment provider made a different order than requested");
      return order;
    },
    payment: (id) => call(ProviderPayment, at("payments", id)),
    ofOrder: async (id) => {
      const { items } = await call(Payments, at("orders", id, "/payments"));
      return Promise.all(items.map(withoutFailedRefunds));
    },
    dispute: (id) => call(ProviderDispute, `/v1/disputes/${encodeURIComponent(id)}`),
    capture: (id, paise) => call(ProviderPayment, at("payments", id, "/capture"), { amount: paise, currency: "INR" }),
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
