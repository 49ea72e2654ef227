import { setTimeout as pause } from "node:timers/promises";
import { MongoServerError, ObjectId } from "mongodb";
import { expect, inject, test } from "vitest";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { eventually } from "../testing/eventually.ts";
import { connectMongo } from "./mongo.ts";
import { createTransactionTurns, TransactionsBusyError } from "./transaction-turns.ts";

const limits = { atOnce: 2, waitMs: 60_000, tryMs: 60_000 };
const someone = () => {
  let done: () => void = () => undefined;
  const isDone = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { done, isDone };
};

const mongo = setUpDatabase();

test("only so many are under way; the others come one after another, in the order of their calls", async () => {
  const inTurn = createTransactionTurns(limits);
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, someone);
  const all = works.map(({ isDone }, nth) =>
    inTurn(() => {
      begun.push(nth);
      return isDone;
    }),
  );
  await eventually(() => expect(begun).toEqual([0, 1]));

  works[1]?.done();
  await eventually(() => expect(begun).toEqual([0, 1, 2]));
  for (const { done } of works) done();
  await Promise.all(all);

  expect(begun).toEqual([0, 1, 2, 3]);
});

test("one that fails gives its turn back", async () => {
  const inTurn = createTransactionTurns({ ...limits, atOnce: 1 });

  await expect(inTurn(() => Promise.reject(new Error("no such order")))).rejects.toThrow("no such order");

  expect(await inTurn(async () => "done")).toBe("done");
});

test("a caller that waits too long for a turn is refused, and begins nothing", async () => {
  const inTurn = createTransactionTurns({ ...limits, atOnce: 1, waitMs: -1 });
  let begun = 0;

  const late = inTurn(async () => {
    begun += 1;
  });

  await expect(late).rejects.toThrow(TransactionsBusyError);
  expect(begun).toBe(0);
});

test("conflicts that do not end leave nothing stored", async () => {
  const busy = await connectMongo(inject("mongodbUri"), {
    database: mongo.db.databaseName,
    transactions: { ...limits, tryMs: 200 },
  });
  const _id = new ObjectId();
  let tries = 0;

  const work = busy.inTransaction(async (session) => {
    tries += 1;
    const region = { _id, name: "Kochi", rev: 0 };
    await busy.db.collection("regions").insertOne(region, { session });
    throw Object.assign(new MongoServerError({ message: "WriteConflict", code: 112 }), {
      hasErrorLabel: (label: string) => label === "TransientTransactionError",
    });
  });

  await expect(work).rejects.toThrow(TransactionsBusyError);
  expect(tries).toBeGreaterThan(1);
  expect(await busy.collections.regions.findOne({ _id })).toBeNull();
  await busy.close();
});

test("one that has its first answer when nobody waits for it any more leaves nothing stored", async () => {
  const late = await connectMongo(inject("mongodbUri"), {
    database: mongo.db.databaseName,
    transactions: { ...limits, tryMs: 200 },
  });
  const regions = late.db.collection<{ _id: ObjectId }>("regions");
  const [begunLate, begunInTime] = [new ObjectId(), new ObjectId()];

  const work = late.inTransaction(async (session) => {
    await pause(300);
    await regions.insertOne({ _id: begunLate }, { session });
  });
  await expect(work).rejects.toThrow(TransactionsBusyError);
  await late.inTransaction(async (session) => {
    await regions.insertOne({ _id: begunInTime }, { session });
    await pause(300);
  });

  expect(await regions.find({ _id: { $in: [begunLate, begunInTime] } }).toArray()).toEqual([{ _id: begunInTime }]);
  await late.close();
});
