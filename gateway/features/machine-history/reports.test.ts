import { get } from "node:http";
import { describe, expect, test } from "vitest";
import type { LockRow, PingRow } from "#shared/control-units/control-unit.schema.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addContainer, addMachine } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { pastOf } from "./testing/planted.ts";

/** The first moment of that day in India. */
const midnight = new Date(Date.now() - 5 * 86_400_000).setUTCHours(18, 30, 0, 0);
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;
const dayText = new Date(midnight + 12 * hour).toISOString().slice(0, 10);
const startDate = dayText.replaceAll("-", "/");
const gateway = setUpGateway({ env: { TIME_ZONE: "Asia/Kolkata" } });
const operator = setUpOperator(gateway);
const machine = setUp(() => addMachine(gateway.parts));

const call = async (report: "ping" | "lock", body: object) =>
  operator.post(`/control-units/vending-machine-${report}-report`, body);
const pings = async (of: MachineDocument, from = startDate): Promise<PingRow[]> =>
  (await call("ping", { vendingMachineId: of.vendingMachineId, startDate: from })).body.pigData;
const locks = async (of: MachineDocument, from = startDate): Promise<LockRow[]> =>
  (await call("lock", { vendingMachineId: of.vendingMachineId, startDate: from })).body.lockData;
const at = (ms: number) => new Date(midnight + ms);
/** Moments count from that midnight. */
const pastFrom = (of: MachineDocument) => {
  const past = pastOf(gateway, of, midnight);
  return { ...past, lock: (ms: number, options: Parameters<typeof past.lock>[1]) => past.lock(-ms, options) };
};

describe("Ping Data", () => {
  test("has every live update and ping answer since the day's first moment, oldest first", async () => {
    const { meta } = pastFrom(machine);
    const telemetry = { strength: -61, temperature: 4.5, firmware: "1.4.2" };
    const live = { meta, strength: -61, version: "1.4.2", uptime: 90, at: at(-2 * hour) };
    await gateway.stores.liveHistory.insertMany([
      { ...live, receivedAt: at(-1) },
      // As they were kept before pings were.
      { ...live, receivedAt: at(0) },
      { ...live, kind: "ping", receivedAt: at(30 * second), uptime: null, roundTripMs: 182, telemetry },
      { ...live, kind: "live", receivedAt: at(2 * day), strength: null },
      { ...live, kind: "live", receivedAt: at(2 * day), strength: null },
      { ...live, kind: "live", receivedAt: at(0), meta: { ...meta, machine: "f".repeat(24) } },
    ]);

    const shown = { vendingMachineId: machine.vendingMachineId, serialNumber: meta.unit, version: "1.4.2" };
    const unitTime = at(-2 * hour).toISOString();
    expect(await pings(machine)).toEqual([
      {
        ...shown,
        kind: "live",
        strength: -61,
        uptime: 90,
        roundTripMs: null,
        unitTime,
        datetime: at(0).toISOString(),
      },
      {
        ...shown,
        kind: "ping",
        strength: -61,
        telemetry,
        uptime: null,
        roundTripMs: 182,
        unitTime,
        datetime: at(30 * second).toISOString(),
      },
      {
        ...shown,
        kind: "live",
        strength: null,
        uptime: 90,
        roundTripMs: null,
        unitTime,
        datetime: at(2 * day).toISOString(),
      },
    ]);
  });

  test("of more rows than are read at a time is whole and in order", async () => {
    const long = await addMachine(gateway.parts);
    await pastOf(gateway, long, midnight).heard(-minute, -1_800 * minute);

    const times = (await pings(long)).map(({ datetime }) => datetime);

    expect(times).toHaveLength(1_800);
    expect(times).toEqual([...times].sort());
  });

  test("that the browser gives up leaves no cursor open", async () => {
    const { client } = gateway.parts.mongo;
    const { token } = await gateway.signIn();
    const open = async () => (await client.db("admin").command({ serverStatus: 1 })).metrics.cursor.open.total;
    const long = await addMachine(gateway.parts);
    await pastOf(gateway, long, midnight).heard(0, -7_000 * minute);
    const before = await open();
    const body = JSON.stringify({ vendingMachineId: long.vendingMachineId, startDate });

    for (let n = 0; n < 5; n += 1) {
      await new Promise<void>((resolve) => {
        const url = `${gateway.url}/api/v1.2/control-units/vending-machine-ping-report`;
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const request = get(url, { method: "POST", headers }, (answer) => {
          answer.once("data", () => request.destroy());
          answer.once("close", resolve);
          answer.once("error", () => undefined);
        });
        request.once("error", () => resolve());
        request.end(body);
      });
    }

    await eventually(async () => expect(await open()).toBeLessThanOrEqual(before + 1));
  });
});

describe("Lock Data", () => {
  test("has every lock that changed since the day's first moment, oldest first, repeats dropped", async () => {
    const past = pastFrom(machine);
    await addContainer(gateway.parts, machine, 4, { label: "4.2" });
    await past.lock(-minute, { seq: 1, channel: 4, isLocked: false });
    await past.lock(hour, { seq: 2, channel: 4, isLocked: true });
    await past.lock(2 * hour, { seq: 3, channel: 9, isLocked: false });
    // Reported again after a lost PUBACK; the first report came the day before.
    await past.lock(3 * hour, { seq: 1, channel: 4, isLocked: false, at: at(-minute) });
    await past.lock(3 * hour, { seq: 2, channel: 4, isLocked: true, at: at(hour) });

    const shown = { vendingMachineId: machine.vendingMachineId, serialNumber: past.meta.unit };
    const timesAt = (ms: number) => ({ datetime: at(ms).toISOString(), unitTime: at(ms).toISOString() });
    expect(await locks(machine)).toEqual([
      { ...shown, containerId: "4.2", channel: 4, isLocked: true, unlisted: 0, ...timesAt(hour) },
      { ...shown, containerId: "", channel: 9, isLocked: false, unlisted: 0, ...timesAt(2 * hour) },
    ]);
  });
});

describe.each(["ping", "lock"] as const)("the %s report", (report) => {
  test.each([
    ["a day that does not exist", "2026/02/30"],
    ["a word", "soon"],
    ["an empty text", ""],
    ["nothing", undefined],
  ])("refuses %s as its start", async (_title, from) => {
    const answer = await call(report, { vendingMachineId: machine.vendingMachineId, startDate: from });

    expect([answer.status, answer.body.success, answer.body.error]).toEqual([400, false, "startDate: Invalid date"]);
  });

  test("refuses a machine that does not exist, and one that is not named", async () => {
    const unknown = await call(report, { vendingMachineId: "VM-nowhere", startDate });
    const unnamed = await call(report, { startDate });

    expect([unknown.status, unknown.body.error]).toEqual([404, "There is no vending machine VM-nowhere"]);
    expect([unnamed.status, unnamed.body.success]).toEqual([400, false]);
  });

  test("takes the machine's database id too, and of a quiet machine is an empty list", async () => {
    const quiet = await addMachine(gateway.parts);
    const { status, body } = await call(report, { vendingMachineId: `${quiet._id}`, startDate: dayText });

    expect([status, body]).toEqual([200, { success: true, [report === "ping" ? "pigData" : "lockData"]: [] }]);
  });
});
