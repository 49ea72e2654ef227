import { expect, test } from "vitest";
import type { UnitMessage } from "#shared/machines/unit-messages.schema.ts";
import { bodyOf } from "#shared/machines/unit-messages.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";
import { keepUnits } from "../testing/kept-units.ts";
import { at, connectUnit, heartbeat, listen, sayAcknowledged, up } from "../testing/link-under-test.ts";

const gateway = setUpGateway({ standingClock: true });
const kept = keepUnits();

test("operators read what passed between Cansole and a unit, newest first, until it is six hours old", async () => {
  let staff = await signedInAt(gateway, "staff");
  const machine = await addMachine(gateway.parts);
  const login = await addUnit(gateway.parts, machine);
  const { serialNumber } = login;
  const read = async () => (await staff.get(`/vending-machines/${machine._id}/messages`)).body;
  expect(await read()).toMatchObject({ success: true, serialNumber, messages: [] });
  const unit = kept(await connectUnit(gateway, login));
  const say = (topic: string, payload: object, id: number) =>
    sayAcknowledged(unit, up(serialNumber, topic), payload, id);

  await listen(unit, serialNumber);
  await eventually(async () =>
    expect((await read()).messages).toContainEqual(expect.objectContaining({ direction: "down", topic: "time" })),
  );
  gateway.clock.advance(1_000);
  const locks = { containers: [{ channel: 1, isLocked: true }], full: true, at, boot: "b1", seq: 1 };
  await say("locks", locks, 1);
  gateway.clock.advance(1_000);
  await say("live", { ...heartbeat, temperature: 4 }, 2);
  gateway.clock.advance(1_000);
  await say("locks", { ...locks, seq: -1 }, 3);

  const said = async (): Promise<UnitMessage[]> =>
    (await read()).messages.filter(({ topic }: UnitMessage) => topic !== "time");
  await eventually(async () => {
    const [first, second, ...rest] = await said();
    expect([first, second].map((one) => [one?.topic, one?.isDropped]).sort()).toEqual([
      ["locks", true],
      ["problem", false],
    ]);
    expect(rest.map(({ topic, body }) => [topic, JSON.parse(body)])).toEqual([
      [
        "live",
        {
          strength: heartbeat.strength,
          firmware: heartbeat.version,
          temperature: 4,
          uptime: 60,
          at: new Date(at).toISOString(),
        },
      ],
      ["locks", locks],
    ]);
  });

  gateway.clock.advance(6 * 3_600_000 - 1_500);
  staff = await signedInAt(gateway, "staff");
  expect((await said()).map(({ topic }) => topic).sort()).toEqual(["live", "locks", "problem"]);
});

test("no code, key or phone number of a message is kept, and no more than 2,000 characters", () => {
  const said = {
    commandId: "6743b1a2c3d4e5f601234567",
    mac: "c2VjcmV0LXNpZ25hdHVyZS1vZi1hLWNvbW1hbmQtMTIzNDU",
    otp: 4711,
    commandKey: "k",
    message: "call +91 98765 43210, code 4711, token eyJhbGciOiJIUzI1NiIsInR5cCI6, bus 12",
    uptime: 123_456,
  };
  expect(JSON.parse(bodyOf(said))).toEqual({
    commandId: said.commandId,
    mac: "[redacted]",
    otp: "[redacted]",
    commandKey: "[redacted]",
    message: "call [redacted], code [redacted], token [redacted], bus 12",
    uptime: 123_456,
  });
  const codes = ["LOCK_SENSOR_DISCONNECTED", "E1024", "9876543210"];
  expect(codes.map((code) => JSON.parse(bodyOf({ code })).code)).toEqual([...codes.slice(0, 2), "[redacted]"]);
  expect(JSON.parse(bodyOf({ field: "9876543210" }))).toEqual({ field: "[redacted]" });
  expect(bodyOf({ channels: Array.from({ length: 999 }, (_, n) => n) })).toHaveLength(2_001);
});
