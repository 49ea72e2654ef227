import { MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import { setUpGateway } from "./testing/gateway-under-test.ts";

const httpMs = 300;
const gateway = setUpGateway({ limits: { httpMs } });

test("what a call would write is not tried any more once the call was answered that it took too long", async () => {
  const requestedAt = performance.now();
  const triedAfter: number[] = [];

  const work = gateway.parts.mongo.inTransaction(async () => {
    triedAfter.push(performance.now() - requestedAt);
    throw Object.assign(new MongoServerError({ message: "WriteConflict", code: 112 }), {
      hasErrorLabel: (label: string) => label === "TransientTransactionError",
    });
  });

  await expect(work).rejects.toThrow(TransactionsBusyError);
  expect(triedAfter.length).toBeGreaterThan(1);
  expect(Math.max(...triedAfter)).toBeLessThan(2 * httpMs);
});
