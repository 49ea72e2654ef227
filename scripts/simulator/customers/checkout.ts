import type { AnyEndpoint, CallInput, CallReply } from "#shared/http/endpoint.ts";
import { placeOrder } from "#shared/intake/intake.api.ts";
import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import { returnCan, takeCan } from "#shared/transactions/take.api.ts";
import type { BehaviourName } from "../../payment-provider/behaviours.ts";
import { createCaller, RefusedError } from "../operator.ts";
import { pause } from "../pause.ts";

const tries = 6;
const payWithinMs = 10_000;
const tooManyCalls = 429;

/** Whether the same thing may be tried again: nobody answered, or somebody who could not. */
export const mayComeLater = (error: unknown): boolean =>
  !(error instanceof RefusedError) || error.status >= 500 || error.status === tooManyCalls;

/**
 * The customers' app: it orders, takes and gives back at the console with its API key, and pays at the provider of a
 * trial. What it says under an Idempotency-Key is done once, however often it has to be said. Throws RefusedError, and
 * what went wrong last where nobody answered.
 */
export const createCheckout = (consoleUrl: string, apiKey: string, providerUrl: string) => {
  const { call } = createCaller(consoleUrl, null);
  const send = async <E extends AnyEndpoint>(
    endpoint: E,
    key: string,
    input: CallInput<E>,
    signal: AbortSignal,
  ): Promise<CallReply<E>> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call(endpoint, input, { "x-api-key": apiKey, "idempotency-key": key });
      } catch (error) {
        if (!mayComeLater(error) || attempt === tries) throw error;
        if (!(await pause(1_000 * 2 ** attempt, signal))) throw error;
      }
    }
  };
  return {
    /** Said again, it answers the order as it is by then. */
    order: (key: string, body: IntakeOrder, signal: AbortSignal) => send(placeOrder, key, { body }, signal),
    take: (key: string, body: CallInput<typeof takeCan>["body"], signal: AbortSignal) =>
      send(takeCan, key, { body }, signal),
    giveBack: (key: string, transactionId: string, signal: AbortSignal) =>
      send(returnCan, key, { body: { transactionId } }, signal),

    /** False where the provider does not know this order, or does not answer: it plays in memory. */
    pay: async (providerOrderId: string, how: BehaviourName): Promise<boolean> => {
      try {
        const answer = await fetch(new URL(`/play/orders/${providerOrderId}/pay`, providerUrl), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ how }),
          signal: AbortSignal.timeout(payWithinMs),
        });
        return answer.ok;
      } catch {
        return false;
      }
    },
  };
};
export type Checkout = ReturnType<typeof createCheckout>;
