import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signatureOf } from "#shared/payments/signature.server.ts";
import { trialPayments } from "#shared/runtime/config-payments.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import { setUpPaymentsFixture } from "../../testing/payments.fixture.ts";
import type { Verification } from "./verification.ts";
import { createWebhook } from "./webhook.ts";

const fixture = setUpPaymentsFixture();

/** The log's lines of three notices of three orders, each of which is verified so. */
const linesOf = async (verify: Verification): Promise<string[]> => {
  const lines: string[] = [];
  const sink = { write: (line: string) => lines.push(line) };
  const log = createLogger("gateway", "warn", sink as never);
  const webhook = createWebhook({ ...fixture.gateway.parts, config: fixture.gateway.config, log, verify });
  for (let nth = 0; nth < 3; nth += 1) {
    const { providerOrderId } = await fixture.ordered();
    const entity = { id: providerOrderId };
    const raw = Buffer.from(JSON.stringify({ event: "order.paid", payload: { order: { entity } } }));
    const signature = signatureOf(raw, trialPayments.PAYMENT_WEBHOOK_SECRET);
    await webhook.take({ raw, signature, eventId: randomUUID(), from: "203.0.113.9" });
  }
  await webhook.idle();
  return lines;
};
const refusedAs = (isAway: boolean) =>
  (async () => ({ refusal: { sentence: "No", isAway } })) as unknown as Verification;

test.each<[string, Verification, number]>([
  ["while the database is too busy", () => Promise.reject(new TransactionsBusyError("was not done")), 1],
  ["while the provider is away", refusedAs(true), 1],
  ["for a reason of its own each", refusedAs(false), 3],
])(
  "orders that cannot be verified %s are as many lines of a minute's log as there are causes",
  async (_, verify, many) => {
    expect(await linesOf(verify)).toHaveLength(many);
  },
);
