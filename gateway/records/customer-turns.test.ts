import { expect, onTestFinished, test, vi } from "vitest";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import { createCustomerTurns } from "./customer-turns.ts";

/** How long a call is waited for. */
const waitMs = 5_000;

test("a call whose turn comes too late does nothing; another customer's waits for neither", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const inTurn = createCustomerTurns<string>(waitMs);
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(name);
    return name;
  };
  let endFirst: (result: string) => void = () => {};
  const first = inTurn("7000000001", () => new Promise<string>((resolve) => (endFirst = resolve)));
  const late = inTurn("7000000001", work("late"));
  expect(await inTurn("7000000002", work("another's"))).toBe("another's");

  vi.advanceTimersByTime(waitMs + 1);
  const next = inTurn("7000000001", work("next"));
  endFirst("first");

  await expect(late).rejects.toThrow(TransactionsBusyError);
  expect([await first, await next]).toEqual(["first", "next"]);
  expect(done).toEqual(["another's", "next"]);
});
