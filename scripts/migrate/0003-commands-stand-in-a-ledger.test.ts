import { randomBytes } from "node:crypto";
import { type Document, MongoClient, ObjectId } from "mongodb";
import { afterAll, expect, inject, test } from "vitest";
import { migration } from "./0003-commands-stand-in-a-ledger.ts";

const name = `m${randomBytes(6).toString("hex")}`;
const client = new MongoClient(inject("mongodbUri"));
afterAll(async () => {
  await client.db(name).dropDatabase();
  await client.close();
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const machine = new ObjectId();
const [operator, key, customer] = [new ObjectId(), new ObjectId(), new ObjectId()];
const session = (minute: number, type: string, startedBy: ObjectId | null) => ({
  _id: new ObjectId(),
  createdAt: at(minute),
  type,
  commandId: new ObjectId().toHexString(),
  machine,
  vendingMachineId: "VM-1",
  startedBy,
});
const row = (of: { _id: ObjectId }, place: number, label: string, transactionId: string | null = null) => ({
  _id: new ObjectId(),
  session: of._id,
  place,
  label,
  container: label ? new ObjectId() : null,
  transactionId,
});

test("commands and returns of before have their rows, those written meanwhile stay, and nothing is written twice", async () => {
  const db = client.db(name);
  const stock = session(1, "stock-update", operator);
  const ping = session(2, "ping", operator);
  const opening = session(3, "open", key);
  const known = session(4, "open", operator);
  const can = {
    _id: new ObjectId(),
    transactionId: "CT1",
    user: customer,
    machine,
    vendingMachineId: "VM-1",
    containerId: "7",
    returnedAt: at(9),
  };
  await db.collection("users").insertMany([{ _id: operator }, { _id: customer }]);
  await db.collection("sessions").insertMany([stock, ping, opening, known]);
  await db
    .collection("sessionRows")
    .insertMany([
      row(stock, 1, "2"),
      row(stock, 0, "1"),
      row(ping, 0, ""),
      row(opening, 0, "7", "CT1"),
      row(known, 0, "3"),
    ]);
  await db
    .collection<Document>("canTransactions")
    .insertMany([can, { ...can, _id: new ObjectId(), transactionId: "CT2", returnedAt: null }]);
  const written = { _id: known._id, at: at(4), type: "test" };
  await db.collection<Document>("transactionLedger").insertOne(written);
  const tools = { db, say: () => {}, check: () => {}, adoptIndexes: async () => {} };

  await migration.run(tools);
  await migration.run(tools);

  const same = { machine, vendingMachineId: "VM-1" };
  const command = ({ _id, createdAt, commandId }: typeof stock, type: string, containers: string[]) => ({
    ...same,
    _id,
    at: createdAt,
    type,
    transactionId: commandId,
    ids: [commandId],
    user: operator,
    containers,
    session: _id,
    canTransaction: null,
  });
  const ofCan = { ...same, transactionId: "CT1", user: customer, containers: ["7"], canTransaction: can._id };
  const ids = ["CT1", opening.commandId];
  expect(await db.collection("transactionLedger").find().sort({ at: 1 }).toArray()).toEqual([
    command(stock, "stock", ["1", "2"]),
    command(ping, "test", []),
    { ...ofCan, _id: opening._id, at: at(3), type: "open", ids, session: opening._id },
    written,
    { ...ofCan, _id: can._id, at: at(9), type: "return", ids: ["CT1"], session: null },
  ]);
});
