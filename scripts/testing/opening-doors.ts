import type { TakeFixture } from "../../gateway/features/transactions/testing/take.fixture.ts";
import { createTakes } from "../../workers/transactions/takes.ts";
import { pause } from "../simulator/pause.ts";

/** Doors open as soon as they are requested, until what this returns is called. */
export const openingDoors = ({ stores, factOf, parts: { mongo, log } }: TakeFixture): (() => Promise<void>) => {
  const takes = createTakes({ mongo, log });
  let going = true;
  const opening = (async () => {
    for (; going; await pause(50)) {
      const waiting = await stores.canTransactions.find({ status: "pending" }).toArray();
      for (const { transactionId } of waiting) await factOf(transactionId, "opened");
      if (waiting.length > 0) await takes.sweep();
    }
  })();
  return async () => {
    going = false;
    await opening;
  };
};
