import { beforeAll, expect, test } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { pastOf } from "./testing/planted.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const machine = setUp(() => addMachine(gateway.parts));
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;
/** Machines whose rows must not be read. */
const others = 40;
beforeAll(async () => {
  const now = gateway.parts.clock.now();
  const mine = pastOf(gateway, machine, now);
  await mine.heard(30 * day, 0);
  for (let i = 0; i < 30; i += 1) {
    await mine.lock(i * day + hour, { seq: i });
    await mine.connection(i * day + hour, "connected", null);
  }
  for (let n = 0; n < others; n += 1) {
    const past = pastOf(gateway, await addMachine(gateway.parts), now, `CU-${n}`);
    await past.heard(3 * hour, 0);
    await past.lock(minute, { seq: 1 });
    await past.connection(minute, "connected", null);
  }
}, 120_000);

test("thirty days of a machine are read through its own buckets alone, whoever else has a history", async () => {
  const { db } = gateway.parts.mongo;
  const startDate = new Date(gateway.parts.clock.now() - 30 * day).toISOString().slice(0, 10);
  const commands = { vendingMachineId: machine.vendingMachineId, startDate };
  const answers: Awaited<ReturnType<typeof operator.get>>[] = [];

  const read = await profiled(db, async () => {
    answers.push(
      await operator.get(`/vending-machines/${machine._id}/history`),
      await operator.get(`/vending-machines/${machine._id}/history?before=${new Date().toISOString()}&kind=door`),
      await operator.post("/control-units/vending-machine-ping-report", commands),
      await operator.post("/control-units/vending-machine-lock-report", commands),
    );
  });

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[0]?.body.uptime).toEqual({ sevenDays: 1, thirtyDays: 1 });
  expect(answers[2]?.body.pigData.length).toBeGreaterThan(43_000);
  const ofHistory = read.filter(({ ns }) => /History$/.test(ns));
  expect(new Set(ofHistory.map(({ ns }) => ns.replace(/.*\./, "")))).toEqual(
    new Set(["liveHistory", "lockHistory", "connectionHistory"]),
  );
  expect([...new Set(ofHistory.map(({ planSummary }) => planSummary))]).toEqual([
    "IXSCAN { meta.machine: 1, control.min.receivedAt: 1, control.max.receivedAt: 1 }",
  ]);
  // A bucket spans an hour at most: 30 days are some 720 of them, and none is another machine's.
  expect(Math.max(...ofHistory.map(({ docsExamined = 0 }) => docsExamined))).toBeLessThan(760);
  // Services of stock and presence read their own records whole now and then, beside these calls.
  const reads = /\.(\w*History|sessions|sessionRows|units)$/;
  expect(read.filter(({ planSummary, ns }) => planSummary?.includes("COLLSCAN") && reads.test(ns))).toEqual([]);
});
