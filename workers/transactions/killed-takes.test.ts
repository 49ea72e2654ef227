import { describe, expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { createTakes } from "./takes.ts";
import { setUpTakes, type Taken } from "./testing/taken.fixture.ts";

const log = createLogger("workers", "silent");
const { apply, end, fact, mongo, standing, taken, takes } = setUpTakes();

/** A store that takes this many writes and then no more, as if its process had died. */
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
  const { canTransactions, containers, sessionRows } = mongo.collections;
  return {
    ...mongo,
    collections: {
      ...mongo.collections,
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

  test.each(stories)("%s: the next sweep ends where nobody was killed", async (_words, report) => {
    const whole = await taken();
    await report(whole);
    await apply(whole);
    const expected = without(await standing(whole), whole);

    for (let writes = 0; writes < 6; writes += 1) {
      const one = await taken();
      await report(one);
      await createTakes({ mongo: dying(writes), log })
        .applySession(one.session.toHexString())
        .catch(() => undefined);

      await takes.sweep();

      expect(without(await standing(one), one)).toEqual(expected);
    }
  });
});

test("a container that was seen open is empty, although a later command of it ends unsent before that is written", async () => {
  const first = await taken();
  const again = await taken();
  const { sessions, sessionRows, canTransactions } = mongo.collections;
  const { session } = again;
  const can = await canTransactions.findOneAndUpdate(
    { _id: first._id },
    { $set: { session, live: session, status: "opened", openedIn: first.session, containerDue: first.container } },
  );
  const row = { transactionId: can?.transactionId ?? "", container: first.container };
  await sessionRows.updateOne({ session }, { $set: row });
  await sessions.updateOne({ _id: session }, { $set: { status: "failed" } });
  // The worker that wrote the can was killed before it wrote the container.
  await fact(first, "opened");
  await end(again, "rejected", "Vending machine is offline", "OFFLINE");

  await apply(again);
  await takes.sweep();

  const known = await standing(first);
  expect(known.can).toMatchObject({ status: "opened", live: null, containerDue: null });
  expect(known.container).toMatchObject({ isEmpty: true, isReserved: false });
});
