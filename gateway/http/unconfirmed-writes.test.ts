import Fastify from "fastify";
import { MongoBulkWriteError, MongoNetworkError, MongoServerError, ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { aMachine } from "#shared/runtime/testing/stored-records.ts";
import { setUpDatabase } from "../../scripts/migrate/testing/test-databases.ts";
import { answerErrors } from "./errors.ts";

const mongo = setUpDatabase();

const machine = () => aMachine({ vendingMachineId: `VM-${new ObjectId().toHexString()}` });
/** The tests' sets have fewer members than this: they can never confirm. */
const writeConcern = { w: 10, wtimeoutMS: 50 };
const answerTo = async (work: () => Promise<unknown>) => {
  const app = Fastify();
  answerErrors(app, { note: () => undefined, isFirst: () => true });
  app.post("/", async () => {
    await work();
    return { success: true };
  });
  const answer = await app.inject({ method: "POST", url: "/" });
  return [answer.statusCode, answer.json()];
};
const unconfirmed = {
  success: false,
  code: expect.any(String),
  error: "The database could not confirm this in time; look whether it was done and try again",
};

test.each<[string, () => Promise<unknown>]>([
  ["a write", () => mongo.collections.machines.insertOne(machine(), { writeConcern })],
  [
    "several writes",
    () => mongo.collections.machines.bulkWrite([{ insertOne: { document: machine() } }], { writeConcern }),
  ],
  [
    "a transaction",
    () =>
      mongo.client.withSession((session) =>
        session.withTransaction(() => mongo.collections.machines.insertOne(machine(), { session }), { writeConcern }),
      ),
  ],
])("%s that no majority confirms is 503, and says that it may be done", async (_, work) => {
  expect(await answerTo(work)).toEqual([503, unconfirmed]);
});

test.each([
  [64, "waiting for replication timed out", unconfirmed.error],
  [189, "Transaction was aborted because of a stepdown", "The server cannot answer right now; try again shortly"],
  [10_107, "not primary", "The server cannot answer right now; try again shortly"],
  [11_602, "operation was interrupted", "The server cannot answer right now; try again shortly"],
  [13, "not authorized on cansole to execute command", "The server cannot answer right now; try again shortly"],
  [8_000, "you are over your space quota", "The server cannot answer right now; try again shortly"],
  [2, "unknown operator: $nonsense", "Internal server error"],
])("MongoDB's error %i, %s, is answered: %s", async (code, message, error) => {
  const answered = await answerTo(async () => {
    throw new MongoServerError({ message, code });
  });
  expect(answered).toEqual([code === 2 ? 500 : 503, { success: false, code: expect.any(String), error }]);
});

test("several writes at once over a connection that ended are 503, as one is", async () => {
  const answered = await answerTo(async () => {
    const cause = new MongoNetworkError("connection 322 to 127.0.0.1:27017 closed");
    throw new MongoBulkWriteError(cause as never, {} as never);
  });
  expect(answered).toMatchObject([503, { error: "The server cannot answer right now; try again shortly" }]);
});
