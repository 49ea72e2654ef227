import { randomUUID } from "node:crypto";
import type { CallReply } from "#shared/http/endpoint.ts";
import { placeOrder } from "#shared/intake/intake.api.ts";
import type { IntakeOrder } from "#shared/intake/intake.schema.ts";
import type { BehaviourName } from "../../payment-provider/behaviours.ts";
import { createCaller, RefusedError } from "../operator.ts";
import { pause } from "../pause.ts";

const tries = 4;
const payWithinMs = 10_000;

/** Whether the same thing may be tried again: nobody answered, or somebody who could not. */
const mayComeLater = (error: unknown): boolean => !(error instanceof RefusedError) || error.status >= 500;

/** The customers' app: it orders at the console with its key, and pays at the provider of a trial. */
export const createCheckout = (consoleUrl: string, apiKey: string, providerUrl: string) => {
  const { call } = createCaller(consoleUrl, null);
  return {
    /** Once, however often it has to be said. Throws RefusedError. */
    order: async (wish: IntakeOrder, signal: AbortSignal): Promise<CallReply<typeof placeOrder>> => {
      const headers = { "x-api-key": apiKey, "idempotency-key": randomUUID() };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await call(placeOrder, { body: wish }, headers);
        } catch (error) {
          if (!mayComeLater(error) || attempt === tries) throw error;
          if (!(await pause(1_000 * 2 ** attempt, signal))) throw error;
        }
      }
    },

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
