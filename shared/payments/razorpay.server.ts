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

const Payments = z.object({ items: z.array(ProviderPayment) });
const Orders = z.object({ items: z.array(ProviderOrder) });
const Failure = z.object({ error: z.object({ code: z.string(), description: z.string() }) });

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
      throw new ProviderError("nonsense", "The payment provider answers something that cannot be understood");
    return read.data;
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
        throw new ProviderError("nonsense", "The payment provider made another order than it was asked for");
      return order;
    },
    payment: (id) => call(ProviderPayment, at("payments", id)),
    ofOrder: async (id) => (await call(Payments, at("orders", id, "/payments"))).items,
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
