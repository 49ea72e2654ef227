import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import type { ProviderPayment } from "#shared/payments/provider.server.ts";
import { type Answering, behaviourOf } from "./behaviours.ts";
import type { Books, PlayedPayment } from "./books.ts";

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const failure = (description: string, field: string | null = null) => ({
  error: { code: "BAD_REQUEST_ERROR", description, field, source: "business", step: null, reason: "NA", metadata: {} },
});
const unknownId = failure("The id provided does not exist");

/** How the real one answers when all is well: status and body. */
type Plain = [status: number, body: unknown];

const NewOrder = z.object({
  amount: z.int().min(100),
  currency: z.literal("INR"),
  receipt: z.string().max(40).optional(),
});
const Capture = z.object({ amount: z.int(), currency: z.literal("INR") });

const withReceipt = (books: Books, receipt: string | null) =>
  [...books.orders.values()].filter((order) => order.receipt === receipt);

const addOrder = (books: Books, body: unknown, uniqueReceipts: boolean): Plain => {
  const input = NewOrder.safeParse(body);
  if (!input.success) {
    const field = input.error.issues[0]?.path.join(".") ?? null;
    return [400, failure(`The ${field ?? "order"} is not valid`, field)];
  }
  const { amount, currency, receipt = null } = input.data;
  if (uniqueReceipts && receipt !== null && withReceipt(books, receipt).length > 0)
    return [400, failure("The receipt was used before", "receipt")];
  return [200, { entity: "order", ...books.addOrder(amount, currency, receipt) }];
};

const capture = (books: Books, payment: PlayedPayment, body: unknown): Plain => {
  const input = Capture.safeParse(body);
  const { status, amount } = payment.shown;
  if (behaviourOf(payment.behaviour).refusesCapture) return [400, failure("Capture is not allowed for this account")];
  if (status !== "authorized") return [400, failure("This payment has already been captured, or was never authorized")];
  if (!input.success || input.data.amount !== amount)
    return [400, failure("Capture amount must be equal to the amount authorized", "amount")];
  books.change(payment, { status: "captured" });
  return [200, payment.shown];
};

const paymentOf = ({ shown, captured = false }: PlayedPayment) => ({ entity: "payment", ...shown, captured });

/** The one refund of a payment that was refunded, wholly or in part. */
const refundsOf = ({ shown, refund }: PlayedPayment) => {
  const { id: payment_id, amount, amount_refunded, currency } = shown;
  const back = shown.status === "refunded" ? amount : (amount_refunded ?? 0);
  const [id, status] = [`rfnd_${payment_id.slice(4)}`, refund ?? "processed"];
  const items = back > 0 ? [{ id, entity: "refund", amount: back, currency, payment_id, status }] : [];
  return { entity: "collection", count: items.length, items };
};

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

interface ProviderRequest {
  method: string;
  parts: string[];
  body: unknown;
  query: URLSearchParams;
}

/** The paths that Cansole uses. */
const plainAnswer = (books: Books, { method, parts, body, query }: ProviderRequest, uniqueReceipts: boolean): Plain => {
  const [collection, id = "", rest] = parts;
  const line = `${method} ${collection}${id === "" ? "" : "/:id"}${rest ? `/${rest}` : ""}`;
  const order = books.orders.get(id);
  const payment = books.payments.get(id);
  if (line === "POST orders") return addOrder(books, body, uniqueReceipts);
  if (line === "GET orders") {
    const items = withReceipt(books, query.get("receipt")).map((one) => ({ entity: "order", ...one }));
    return [200, { entity: "collection", count: items.length, items }];
  }
  if (line === "GET disputes/:id") {
    const dispute = books.disputes.get(id);
    return dispute ? [200, { entity: "dispute", ...dispute }] : [400, unknownId];
  }
  if (line === "GET orders/:id") return order ? [200, { entity: "order", ...order }] : [400, unknownId];
  if (line === "GET orders/:id/payments") {
    if (!order) return [400, unknownId];
    const items = books.ofOrder(id).map(paymentOf);
    return [200, { entity: "collection", count: items.length, items }];
  }
  if (line === "GET payments/:id") return payment ? [200, paymentOf(payment)] : [400, unknownId];
  if (line === "GET payments/:id/refunds") return payment ? [200, refundsOf(payment)] : [400, unknownId];
  if (line === "POST payments/:id/capture") return payment ? capture(books, payment, body) : [400, unknownId];
  return [404, failure("The requested URL was not found on the server.")];
};

interface AnswerOptions {
  uniqueReceipts: boolean;
  slowMs: number;
  notified?: ((providerOrderId: string) => Promise<ProviderPayment[] | null>) | undefined;
}

/** The answer about a payment that is not in the books; null if these know all about it, or nobody does. */
const notifiedAnswer = async (
  books: Books,
  { method, parts }: ProviderRequest,
  notified: AnswerOptions["notified"],
): Promise<Plain | null> => {
  const [collection, id = "", rest] = parts;
  if (!notified || method !== "GET" || collection !== "orders" || rest !== "payments" || books.orders.has(id))
    return null;
  const found = await notified(id);
  const items = found?.map((payment) => ({ entity: "payment", ...payment }));
  return items ? [200, { entity: "collection", count: items.length, items }] : null;
};

/** The worst of the payments that a question is about decides how it is answered. */
const answeringFor = (books: Books, [collection, id = ""]: string[]): Answering => {
  const requested = collection === "orders" ? books.ofOrder(id) : [books.payments.get(id)];
  const all = requested.flatMap((payment) => (payment ? [behaviourOf(payment.behaviour).answering ?? "plainly"] : []));
  return all.find((one) => one !== "plainly") ?? "plainly";
};

const page = "<!doctype html><title>We are sorry</title><h1>Something went wrong</h1>";

/** Answers what stands under /v1: to clients with the key, and as the payment misbehaves. */
export const createAnswers = (
  books: Books,
  authorization: string,
  { slowMs, notified, uniqueReceipts }: AnswerOptions,
) => {
  const misbehave: Record<Answering, (response: ServerResponse, plain: Plain) => void> = {
    plainly: (response, [status, body]) => sendJson(response, status, body),
    slowly: (response, [status, body]) => void setTimeout(() => sendJson(response, status, body), slowMs).unref(),
    never: () => undefined,
    "429": (response) => sendJson(response, 429, failure("Request failed because of too many requests")),
    "502": (response) => void response.writeHead(502, { "content-type": "text/html" }).end(page),
    "a page": (response) => void response.writeHead(200, { "content-type": "text/html" }).end(page),
    "cut off": (response) => void response.socket?.destroy(),
  };
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    parts: string[],
    query: URLSearchParams,
  ): Promise<void> => {
    const body = jsonOf(await text(request));
    if (request.headers.authorization !== authorization)
      return sendJson(response, 401, failure("Authentication failed"));
    const requested = { method: request.method ?? "", parts, body, query };
    const plain = (await notifiedAnswer(books, requested, notified)) ?? plainAnswer(books, requested, uniqueReceipts);
    misbehave[answeringFor(books, parts)](response, plain);
  };
};
