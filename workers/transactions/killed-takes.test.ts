import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { createTakes, type Takes } from "./takes.ts";
import { createTakenBench, type Taken, type TakenBench } from "./testing/taken-bench.ts";

let bench: TakenBench;
let takes: Takes;
const log = createLogger("workers", "silent");
beforeAll(async () => {
  bench = await createTakenBench();
  takes = createTakes({ mongo: bench.mongo, log });
});
afterAll(() => bench?.stop());

const taken: TakenBench["taken"] = (...wishes) => bench.taken(...wishes);
const fact: TakenBench["fact"] = (...told) => bench.fact(...told);
const end: TakenBench["end"] = (...told) => bench.end(...told);
const standing: TakenBench["standing"] = (one) => bench.standing(one);
const apply = ({ session }: Taken) => takes.applySession(session.toHexString());

/** Writes so many things, and then no more: its process is gone. */
const dying = (writes: number): Mongo => {
  let left = writes;
  const wrapped = <T extends object>(collection: T): T =>
    new Proxy(collection, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...given: unknown[]) => {
          if (name === "updateOne" && left-- <= 0) throw new Error("killed");
          return member.apply(target, given);
        };
      },
    });
  const { canTransactions, containers, sessionRows } = bench.mongo.collections;
  return {
    ...bench.mongo,
    collections: {
      ...bench.mongo.collections,
      canTransactions: wrapped(canTransactions),
      containers: wrapped(containers),
      sessionRows: wrapped(sessionRows),
    },
  };
};

describe("a worker that is killed between any two writes", () => {
  const stories: [string, (one: Taken) => Promise<void>][] = [
    ["opened", (one) => fact(one, "opened")],
    [
      "opened and closed",
      async (one) => [await fact(one, "opened"), await fact(one, "closed"), await end(one, "done")][0],
    ],
    [
      "jammed",
      async (one) => [await fact(one, "failed", "DOOR_JAMMED"), await end(one, "failed", "x", "DOOR_JAMMED")][0],
    ],
    ["not seen open", (one) => end(one, "timeout", "Not seen open within 15 s")],
  ];
  const without = ({ can, container, row }: Awaited<ReturnType<typeof standing>>, { _id, session }: Taken) => ({
    status: can?.status,
    live: can?.live?.equals(session),
    due: can?.containerDue,
    review: can?.review,
    working: can?.isContainerWorking,
    open: can?.containerOpen,
    close: can?.containerClose,
    isEmpty: container?.isEmpty,
    isWorking: container?.isWorking,
    claimed: container?.reservation?.equals(_id),
    message: can?.vendingMachineMessage,
    toApply: row?.toApply,
  });

  test.each(stories)("%s: the next sweep ends where nobody was killed", async (_words, tell) => {
    const whole = await taken();
    await tell(whole);
    await apply(whole);
    const expected = without(await standing(whole), whole);

    for (let writes = 0; writes < 6; writes += 1) {
      const one = await taken();
      await tell(one);
      await createTakes({ mongo: dying(writes), log })
        .applySession(one.session.toHexString())
        .catch(() => undefined);

      await takes.sweep();

      expect(without(await standing(one), one)).toEqual(expected);
    }
  });
});
