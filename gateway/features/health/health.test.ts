import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { ProcessDocument } from "#shared/health/health.document.server.ts";
import type { HealthLine } from "#shared/health/health.schema.ts";
import { sampleMs } from "#shared/health/health-lines.ts";
import { version } from "#shared/runtime/version.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");
const read = async (by = admin) => (await by.get("/health/installation")).body;
const lineOf = ({ lines }: { lines: HealthLine[] }, id: string) => lines.find((line) => line.id === id);

test("only an admin sees the health of the installation", async () => {
  const staff = await signedInAt(gateway, "staff");
  const answer = await staff.get("/health/installation");
  expect([answer.status, answer.body.error]).toEqual([403, "Only an admin may see the health of the installation"]);
});

test("a gateway reports itself, and what no worker or backup has said is red or not known", async () => {
  await eventually(async () =>
    expect((await read()).processes).toMatchObject([{ kind: "gateway", version, isGone: false }]),
  );
  const found = await read();
  expect(lineOf(found, "gateways")).toMatchObject({ state: "ok", words: "0: 1 running", bound: "red from 1" });
  expect(lineOf(found, "workers")).toMatchObject({ state: "bad", words: "1: 0 running" });
  expect(lineOf(found, "backupAge")).toMatchObject({ state: "unknown", words: "npm run backup has written none" });
  expect(lineOf(found, "versions")).toMatchObject({ state: "ok", words: `1: ${version}` });
  const role = expect.stringMatching(/^master, (no )?append-only file$/);
  expect(lineOf(found, "redisTrouble")).toMatchObject({ words: role, bound: null });
  for (const id of ["disk", "replicationLag", "redisMemory", "queueAge", "connections"])
    expect(lineOf(found, id)?.state).not.toBe("unknown");
});

test("a process that fell silent is missing until another of its kind has started", async () => {
  const seenAt = new Date(Date.now() - 60_000);
  const gone: ProcessDocument = {
    _id: "gone",
    kind: "reports",
    host: "elsewhere",
    version,
    startedAt: new Date(seenAt.getTime() - 1_000),
    seenAt,
    loopDelayMs: 1,
    memoryBytes: 1,
    heapShare: 0.1,
    clockSkewMs: 0,
    machines: null,
    streamDelayMs: null,
    stockRepaired: null,
  };
  const now = new Date();
  await gateway.stores.processes.insertMany([gone, { ...gone, _id: "other", startedAt: new Date(0), seenAt: now }]);
  expect(lineOf(await read(), "reports")).toMatchObject({ state: "bad", words: "1: 1 running" });
  await gateway.stores.processes.insertOne({ ...gone, _id: "next", startedAt: now, seenAt: now });
  expect(lineOf(await read(), "reports")).toMatchObject({ state: "ok", words: "0: 2 running" });
});

test("of processes that were killed again and again those that were seen last are shown", async () => {
  const seenAt = new Date(Date.now() - 3_600_000);
  const own = await eventually(async () => {
    const found = await gateway.stores.processes.findOne({ kind: "gateway" });
    if (!found) throw new Error("the gateway reports itself");
    return found;
  });
  const killed = Array.from({ length: 600 }, (_, n): ProcessDocument => {
    const at = new Date(seenAt.getTime() + n);
    return { ...own, _id: `killed-${n}`, kind: "workers", startedAt: at, seenAt: at };
  });
  await gateway.stores.processes.insertMany(killed);

  const shown = (await read()).processes.map(({ _id }: ProcessDocument) => _id);

  await gateway.stores.processes.deleteMany({ _id: { $in: killed.map(({ _id }) => _id) } });
  expect(shown).toHaveLength(500);
  expect(shown).toEqual(expect.arrayContaining([own._id, "killed-599"]));
  expect(shown).not.toContain("killed-0");
});

test("a figure keeps its last day with its gaps, and says since when it is not known", async () => {
  const own = await gatewayOfTest();
  const ownAdmin = await signedInAt(own, "admin");
  const slot = Date.now() - (Date.now() % sampleMs);
  const sample = (ago: number, redisMemory: number) => ({
    _id: new ObjectId(),
    at: new Date(slot - ago * sampleMs),
    figures: { redisMemory },
  });
  await own.stores.healthSamples.insertMany([sample(4, 0.1), sample(2, 0.3)]);
  own.parts.redis.disconnect();

  const found = lineOf(await read(ownAdmin), "redisMemory");
  expect(found).toMatchObject({ state: "unknown", words: "not known since" });
  expect(found?.knownAt).toBe(new Date(slot - 2 * sampleMs).toISOString());
  expect(found?.lastDay).toHaveLength(288);
  expect(found?.lastDay.filter((figure) => figure !== null)).toEqual([0.1, 0.3]);
  expect(lineOf(await read(ownAdmin), "disk")?.state).not.toBe("unknown");
});
