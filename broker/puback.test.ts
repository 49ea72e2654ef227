import { afterEach, describe, expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { type BrokerUnderTest, startBroker } from "./testing/broker-under-test.ts";

const at = "2026-03-01T06:30:00Z";
const live = { strength: null, version: "1", uptime: 60, at };
const locks = (seq: number) => ({ containers: [], full: false, at, boot: "k3f9", seq });
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let app: BrokerUnderTest | undefined;
afterEach(() => app?.stop());

/** A desk whose store answers when the test says so. */
const startWithStore = async (pubackMs = 20_000) => {
  const requested: (number | string)[] = [];
  const answers = new Map<number | string, { resolve: () => void; reject: (why: Error) => void }>();
  app = await startBroker({
    limits: { pubackMs },
    desk: {
      received: (_, message) => {
        const what = message.topic === "locks" ? message.payload.seq : message.topic;
        requested.push(what);
        if (what === "live") return Promise.resolve();
        return new Promise((resolve, reject) => answers.set(what, { resolve, reject }));
      },
    },
  });
  const unit = await app.unit("CU-1");
  return {
    app,
    unit,
    requested,
    answer: async (seq: number | string) =>
      (await until(`message ${seq} at the store`, () => answers.get(seq))).resolve(),
    fail: async (seq: number) =>
      (await until(`message ${seq} at the store`, () => answers.get(seq))).reject(new Error("store away")),
    say: (seq: number) => unit.publish("vm/v1/CU-1/up/locks", locks(seq), 1, seq),
  };
};

describe("acknowledged is stored", () => {
  test("a message is acknowledged only once the desk has stored it", async () => {
    const { unit, requested, answer, say } = await startWithStore();
    say(1);
    await until("the store is asked", () => requested.length === 1);
    unit.send({ cmd: "pingreq" });
    await until("the answer to a ping", () => unit.packets("pingresp").length === 1);
    expect(unit.acknowledged()).toEqual([]);

    await answer(1);

    await until("the PUBACK", () => unit.acknowledged().length === 1);
  });

  test("messages are handed on and acknowledged in order, dropped ones in their place", async () => {
    const pauses = [30, 1, 20, 1, 10, 1, 5, 1];
    const handedOn: number[] = [];
    app = await startBroker({
      desk: {
        received: async (_, message) => {
          if (message.topic !== "locks") return;
          handedOn.push(message.payload.seq);
          await pause(pauses[message.payload.seq % pauses.length] ?? 1);
        },
      },
    });
    const unit = await app.unit("CU-1");

    for (let seq = 1; seq <= 40; seq += 1) {
      unit.publish("vm/v1/CU-1/up/locks", seq % 7 === 0 ? "rubbish" : locks(seq), 1, seq);
    }

    await until("all PUBACKs", () => unit.acknowledged().length === 40);
    const all = Array.from({ length: 40 }, (_, i) => i + 1);
    expect(unit.acknowledged()).toEqual(all);
    expect(handedOn).toEqual(all.filter((seq) => seq % 7 !== 0));
  });

  test("heartbeats pass beside a message that waits for the store", async () => {
    const { unit, requested, answer, say } = await startWithStore();
    say(1);
    await until("the store is asked", () => requested.length === 1);

    unit.publish("vm/v1/CU-1/up/live", live, 0);

    await until("the heartbeat", () => requested.includes("live"));
    expect(unit.acknowledged()).toEqual([]);
    await answer(1);
  });

  test("a result waits for no locks before it; locks wait until all results before them are stored", async () => {
    const { app, unit, requested, answer, say } = await startWithStore();
    for (const seq of [1, 2]) say(seq);
    const result = { commandId: "c1", channel: 1, fact: "opened", at, boot: "k3f9", seq: 3 };
    unit.publish("vm/v1/CU-1/up/result", result, 1, 3);
    say(4);
    await until("the result at the store", () => requested.length === 3);
    expect(requested).toEqual([1, 2, "result"]);

    await answer("result");
    await until("the locks behind it", () => requested.length === 4);
    expect(unit.acknowledged()).toEqual([]);

    for (const seq of [4, 2, 1]) await answer(seq);
    await until("all PUBACKs", () => unit.acknowledged().length === 4);
    expect(unit.acknowledged()).toEqual([1, 2, 3, 4]);
    expect(app.counters.refusedConnections.of("not-stored")).toBe(0);
  });

  test("a store that refuses ends the connection without a PUBACK, for what waits behind it too", async () => {
    const { app, unit, requested, fail, say } = await startWithStore();
    for (const seq of [1, 2, 3]) say(seq);

    await fail(1);

    await unit.closed();
    expect(unit.acknowledged()).toEqual([]);
    expect(requested).toEqual([1, 2, 3]);
    expect(app.counters.refusedConnections.of("not-stored")).toBe(1);
    expect(app.counters.machineMessages.of("locks")).toBe(0);
  });

  test("a store that does not answer in time ends the connection without a PUBACK, also when it answers later", async () => {
    const { app, unit, answer, say } = await startWithStore(100);
    say(1);

    await unit.closed();
    await answer(1);

    expect(unit.acknowledged()).toEqual([]);
    expect(app.counters.refusedConnections.of("not-stored")).toBe(1);
    const again = await app.unit("CU-1");
    expect(again.isClosed()).toBe(false);
  });

  test("no more than 1,000 messages of one connection wait: who goes on is ended", async () => {
    const { app, unit, requested, say } = await startWithStore(20_000);
    say(1);
    await until("the store is asked", () => requested.length === 1);

    // Small enough that far more than 1,000 arrive with one read of the socket.
    for (let id = 2; id <= 5_000; id += 1) unit.publish("vm/v1/CU-1/up/locks", "", 1, id);

    await unit.closed();
    expect(app.counters.refusedConnections.of("not-stored")).toBe(1);
    expect(unit.acknowledged()).toEqual([]);
  });
});
