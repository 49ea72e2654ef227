import { setTimeout as pause } from "node:timers/promises";
import type { components, operations } from "./intake-api.d.ts";

/*
 * What a customers' app does with Cansole's intake: it lists machines, prices an order, places it once, and follows it
 * until it is paid or canceled. It belongs on your server: the API key never travels to a phone.
 */

type Operation = keyof operations;
type Json<T> = T extends { content: { "application/json": infer J } } ? J : never;
/** What a call answers, and what it is sent. */
type Answer<O extends Operation> = operations[O]["responses"] extends { 200: infer R } ? Json<R> : never;
type Body<O extends Operation> = Json<NonNullable<operations[O]["requestBody"]>>;

export type Machine = components["schemas"]["IntakeMachine"];
export type Order = Answer<"placeOrder">["order"];
export type NewOrder = Body<"placeOrder">;

/** A refusal: `code` is for this program, the message for whoever reads it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** In milliseconds, where Cansole says how long to wait; else 0. */
  readonly retryAfterMs: number;
  constructor({ status, headers }: Response, { code, error }: { code: string; error: string }) {
    super(error);
    this.status = status;
    this.code = code;
    this.retryAfterMs = Number(headers.get("retry-after") ?? 0) * 1_000;
  }
}

interface Sent {
  body?: object;
  /** Names one thing that a customer does, however often it has to be said. */
  idempotencyKey?: string;
}

const tries = 6;
const finalStates: readonly Order["orderStatus"][] = ["payment successful", "payment canceled"];

/** Nobody answered, or somebody who could not: the same call may be repeated. */
const mayRepeat = (error: unknown): boolean =>
  !(error instanceof Refused) || error.status >= 500 || error.status === 429;

export const createCustomerApp = (consoleUrl: string, apiKey: string, firstPauseMs = 500) => {
  /** The last answer of each address and its tag, so that what has not changed is not sent again. */
  const kept = new Map<string, { tag: string; answer: unknown }>();

  const callOnce = async (path: string, { body, idempotencyKey }: Sent): Promise<unknown> => {
    const known = kept.get(path);
    const response = await fetch(new URL(`/api/v1.2/intake${path}`, consoleUrl), {
      method: body ? "POST" : "GET",
      headers: {
        "x-api-key": apiKey,
        ...(body ? { "content-type": "application/json" } : {}),
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
        ...(known && !body ? { "if-none-match": known.tag } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status === 304 && known) return known.answer;
    const answer: unknown = await response.json();
    if (!response.ok) throw new Refused(response, answer as { code: string; error: string });
    const tag = response.headers.get("etag");
    if (tag && !body) kept.set(path, { tag, answer });
    return answer;
  };

  const call = async <O extends Operation>(path: string, sent: Sent = {}): Promise<Answer<O>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await callOnce(path, sent)) as Answer<O>;
      } catch (error) {
        if (!mayRepeat(error) || attempt === tries) throw error;
        const wanted = error instanceof Refused ? error.retryAfterMs : 0;
        await pause(Math.max(wanted, firstPauseMs * 2 ** attempt));
      }
    }
  };

  const order = (orderId: string) => call<"readIntakeOrder">(`/orders/${encodeURIComponent(orderId)}`);

  return {
    /** All machines, page after page. */
    async *machines(): AsyncGenerator<Machine> {
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Answer<"listIntakeMachines"> = await call<"listIntakeMachines">(
          `/machines${cursor && `?cursor=${cursor}`}`,
        );
        yield* page.machines;
        cursor = page.nextCursor;
      }
    },

    /** What a machine sells, and for how much. */
    productsAt: ({ vendingMachineId }: Machine) =>
      call<"listIntakeProducts">(`/machines/${encodeURIComponent(vendingMachineId)}/products`),

    /** What these lines come to. Prices are Cansole's: this program never works one out. */
    quote: async (body: Body<"quoteOrder">) => (await call<"quoteOrder">("/quotes", { body })).quote,

    /**
     * Places an order once: a lost answer is asked for again under the same key. `cart` is this app's own name of it, and
     * must be stored before the first call. With `payment` the provider's checkout is opened; null is nothing to pay.
     */
    place: (cart: string, body: NewOrder) => call<"placeOrder">("/orders", { body, idempotencyKey: `order-${cart}` }),

    /**
     * Calls `onChange` with each state that the order comes to, and ends once it is paid or canceled. A payment that
     * comes late still pays a canceled one: the event `order.paid` of a webhook says so.
     */
    follow: async ({ orderId }: Order, onChange: (order: Order) => void, everyMs = 2_000): Promise<Order> => {
      for (let before: string | null = null; ; await pause(everyMs)) {
        const now = (await order(orderId)).order;
        if (now.orderStatus !== before) onChange(now);
        if (finalStates.includes(now.orderStatus)) return now;
        before = now.orderStatus;
      }
    },
  };
};
export type CustomerApp = ReturnType<typeof createCustomerApp>;

/** The smallest order of the first product that is for sale somewhere; null where nothing is. */
export const firstOffer = async (app: CustomerApp): Promise<Omit<NewOrder, "phone"> | null> => {
  for await (const machine of app.machines()) {
    if (!machine.open || machine.stock.length === 0) continue;
    const { products } = await app.productsAt(machine);
    for (const { product, cans, unit } of products) {
      if (!unit?.least || cans < unit.minPurchase) continue;
      const lines = [{ product, type: "unit" as const, quantity: unit.least.quantity }];
      return { vendingMachine: machine.vendingMachineId, lines };
    }
  }
  return null;
};
