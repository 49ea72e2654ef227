import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { DomainError } from "#shared/http/domain-error.ts";
import { callsAtOnce, createOperatorTurns } from "./operator-turns.ts";

const [one, another] = [new ObjectId(), new ObjectId()];
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("who calls a hundred times at once has sixteen of them worked on, and keeps no colleague waiting", async () => {
  const inTurn = createOperatorTurns(callsAtOnce, 60_000);
  const under: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => under.push(resolve));
  const calls = Array.from({ length: 100 }, () => inTurn(one, slow));
  await turn();
  expect(under).toHaveLength(16);

  expect(await inTurn(another, async () => "answered")).toBe("answered");
  for (let done = 0; done < 100; done += 1) {
    under[done]?.();
    await turn();
  }
  await Promise.all(calls);
});

test("what comes to its turn when it was answered already is not done", async () => {
  const inTurn = createOperatorTurns(callsAtOnce, -1);
  let done = 0;
  const call = inTurn(one, async () => {
    done += 1;
  });

  await expect(call).rejects.toThrow(DomainError);
  expect(done).toBe(0);
});
