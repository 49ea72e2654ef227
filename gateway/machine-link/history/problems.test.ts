import { expect, test } from "vitest";
import { until } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { at, connectUnit, heardOn, listen, sayAcknowledged, up } from "../testing/link-under-test.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const result = { commandId: "nobody-gave-it", channel: 1, fact: "opened", at, boot: "k3f9", seq: 1 };
const problemsOf = async ({ _id }: { _id: unknown }) =>
  (await operator.get(`/vending-machines/${_id}/history?kind=problem`)).body.entries;

test("a unit is told what was wrong with its message, and operators read the same in its machine's history", async () => {
  const machine = await addMachine(gateway.parts);
  const { serialNumber, secret } = await addUnit(gateway.parts, machine);
  const unit = await connectUnit(gateway, { serialNumber, secret });
  await listen(unit, serialNumber);
  const locks = { containers: [{ channel: 1_000, isLocked: true }], full: true, at, boot: "k3f9", seq: 0 };

  await sayAcknowledged(unit, up(serialNumber, "locks"), locks, 1);
  await sayAcknowledged(unit, up(serialNumber, "result"), result, 2);

  await until("both problems", () => heardOn(unit, "problem").length === 2);
  const [wrong, unknown] = heardOn(unit, "problem");
  expect(wrong).toMatchObject({ reason: "out-of-range", topic: "locks", field: "containers.0.channel" });
  expect(unknown).toMatchObject({ reason: "unknown-command", topic: "result", field: "commandId" });
  await until("both rows", async () => (await problemsOf(machine)).length === 2);
  const rows = await problemsOf(machine);
  expect(rows).toEqual(
    expect.arrayContaining([wrong, unknown].map((said) => expect.objectContaining({ ...said, serialNumber }))),
  );
});

test("a unit that says nothing right is told so a few times, however often it connects, and fills no history", async () => {
  const machine = await addMachine(gateway.parts);
  const { serialNumber, secret } = await addUnit(gateway.parts, machine);
  const { said, kept } = gateway.parts.limits.problems;
  let heard = 0;
  for (let time = 0; time < 3; time += 1) {
    const unit = await connectUnit(gateway, { serialNumber, secret });
    await listen(unit, serialNumber);
    for (let id = 1; id <= said.burst; id += 1) unit.publish(up(serialNumber, "live"), "rubbish", 1, id);
    await until("the last PUBACK", () => unit.acknowledged().includes(said.burst));
    heard += heardOn(unit, "problem").length;
    unit.leave();
  }
  await until("a row", async () => (await problemsOf(machine)).length >= 1);

  expect(heard).toBeGreaterThanOrEqual(said.burst);
  expect(heard).toBeLessThan(2 * said.burst);
  expect((await problemsOf(machine)).length).toBeLessThan(2 * kept.burst);
});

test("firmware that subscribes to its commands alone is sent nothing else", async () => {
  const { serialNumber, secret } = await addUnit(gateway.parts, await addMachine(gateway.parts));
  const unit = await connectUnit(gateway, { serialNumber, secret });
  await listen(unit, serialNumber, "command");

  await sayAcknowledged(unit, up(serialNumber, "result"), result, 1);
  await sayAcknowledged(unit, up(serialNumber, "result"), result, 2);

  expect(heardOn(unit, "problem")).toEqual([]);
});
