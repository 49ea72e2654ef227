import { setTimeout as pause } from "node:timers/promises";
import { MongoServerError, ObjectId } from "mongodb";
import { expect, test, vi } from "vitest";
import { TransactionsBusyError } from "#shared/runtime/transaction-turns.ts";
import { until } from "#shared/testing/eventually.ts";
import { addCommandedMachine } from "./testing/commanded-machine.ts";
import { setUpGateway } from "./testing/gateway-under-test.ts";
import { setUpOperator } from "./testing/operator.ts";

const httpMs = 1_000;
const gateway = setUpGateway({ limits: { httpMs } });
const operator = setUpOperator(gateway);

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

test("a command whose call waited for the database and was answered so opens no door later", async () => {
  const { machine } = await addCommandedMachine(gateway.parts);
  const { machines, sessions } = gateway.stores;
  const findOne = machines.findOne.bind(machines) as () => Promise<null>;
  vi.spyOn(machines, "findOne").mockImplementationOnce(async (...question: unknown[]) => {
    await pause(1.5 * httpMs);
    return findOne(...(question as []));
  });
  const written = vi.spyOn(gateway.parts.audit, "write");
  const { vendingMachineId } = machine;

  const { status } = await operator.post("/control-units/open", { vendingMachineId, containers: ["1"] });

  expect(status).toBe(503);
  const late = await until("it would be stored", () => written.mock.results[0]);
  await expect(late.value).rejects.toThrow(TransactionsBusyError);
  expect(await sessions.countDocuments({ machine: machine._id })).toBe(0);
});

test("what a call changes is stored though its transaction takes longer, where it began in time", async () => {
  const { machines } = gateway.stores;
  const { machine } = await addCommandedMachine(gateway.parts);
  const actor = { kind: "system", id: null, from: "a test", waitsUntil: performance.now() + httpMs } as const;
  const record = { collection: "machines", id: `${new ObjectId()}` };

  await gateway.parts.mongo.inTransaction(async (session) => {
    await machines.updateOne({ _id: machine._id }, { $set: { location: "Fort Kochi" } }, { session });
    await pause(1.2 * httpMs);
    await gateway.parts.audit.write(session, actor, { verb: "machine.changed", record, before: null, after: null });
  });

  expect(await machines.findOne({ _id: machine._id })).toMatchObject({ location: "Fort Kochi" });
});
