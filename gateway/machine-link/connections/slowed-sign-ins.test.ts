import { describe, expect, test } from "vitest";
import { createMovableClock } from "#shared/runtime/clock.ts";
import { word } from "#shared/runtime/testing/stored-records.ts";
import { type GatewayUnderTest, gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";
import { connectProvisioning, connectUnit } from "../testing/link-under-test.ts";
import { createBudgets } from "./budgets.ts";

const slowMs = 2_000;
const gapMs = 300;
const setUpSlow = (perAddress: number, perSerial: number) =>
  setUpGateway({
    env: {
      MQTT_WRONG_SIGN_INS_PER_ADDRESS: String(perAddress),
      MQTT_WRONG_SIGN_INS_PER_SERIAL: String(perSerial),
    },
    limits: { wrongSignIns: { slowMs, gapMs, keptBack: 500 } },
  });
const took = async (work: Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work.catch(() => undefined);
  return performance.now() - start;
};

/** How many were kept waiting so far. */
const slowed = async ({ parts }: GatewayUnderTest, by: "address" | "serial"): Promise<number> => {
  const { values } = await parts.metrics.slowedSignIns.get();
  return values.find(({ labels }) => labels.by === by)?.value ?? 0;
};

describe("wrong secrets", () => {
  const gateway = setUpSlow(1_000, 5);

  test("under one serial number are answered late, and the unit's own is not", async () => {
    const unit = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const guess = () => connectUnit(gateway, { ...unit, secret: "guess" });
    await Promise.all(Array.from({ length: 5 }, () => took(guess())));
    expect(await slowed(gateway, "serial")).toBe(0);

    const late = await Promise.all(Array.from({ length: 20 }, () => took(guess())));

    expect(Math.min(...late)).toBeGreaterThanOrEqual(slowMs);
    const guessing = Array.from({ length: 20 }, () => took(guess()));
    await connectUnit(gateway, unit).then((line) => line.leave());
    await connectUnit(gateway, unit);
    await Promise.all(guessing);
    expect(await slowed(gateway, "serial")).toBe(40);
  });

  test("of one serial number slow no other one", async () => {
    const other = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const before = await slowed(gateway, "serial");
    await expect(connectUnit(gateway, { ...other, secret: "guess" })).rejects.toThrow("refused");
    expect(await slowed(gateway, "serial")).toBe(before);
  });
});

describe("guesses at the provisioning key", () => {
  const gateway = setUpSlow(5, 1_000);

  test("from one address are looked at one after another; the right one waits its turn and comes in", async () => {
    const guess = () => connectProvisioning(gateway, word("GUESS"), "wrong-key").catch((error: Error) => error.message);
    for (let i = 0; i < 5; i += 1) expect(await guess()).toBe("refused with 5");

    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 30 }, guess));

    // Six turns fit into the time; those behind them must come again.
    const turns = Math.ceil((performance.now() - start) / gapMs);
    expect(new Set(answers)).toEqual(new Set(["refused with 5", "refused with 3"]));
    expect(answers.filter((answer) => answer === "refused with 5").length).toBeLessThanOrEqual(turns);
    const right = await connectProvisioning(gateway, word("NEW"));
    expect(right.isClosed()).toBe(false);
    // A registered unit is not kept waiting by them.
    const unit = await addUnit(gateway.parts, await addMachine(gateway.parts));
    const before = await slowed(gateway, "address");
    const guessing = Array.from({ length: 10 }, guess);
    await connectUnit(gateway, unit);
    await Promise.all(guessing);
    expect(await slowed(gateway, "address")).toBe(before + 10);
  });
});

test("a unit that connects without end must come again, others come in", async () => {
  const gateway = await gatewayOfTest({ limits: { comings: { burst: 5, perMinute: 1 } } });
  const [mad, calm] = [
    await addUnit(gateway.parts, await addMachine(gateway.parts)),
    await addUnit(gateway.parts, await addMachine(gateway.parts)),
  ];
  await connectUnit(gateway, calm);
  const answers: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    answers.push(
      await connectUnit(gateway, mad).then(
        () => "in",
        (error: Error) => error.message,
      ),
    );
  }
  expect(answers).toContain("refused with 3");
  expect(answers.indexOf("refused with 3")).toBeGreaterThanOrEqual(5);
  await connectUnit(gateway, calm);
});

test("no unit can have the name of the login that all share: it could never sign in", async () => {
  const gateway = await gatewayOfTest();
  await expect(connectProvisioning(gateway, "provision")).rejects.toThrow("refused with 5");
  const { token } = await gateway.signIn();
  const body = { serialNumber: "provision", name: "x", vendingMachine: "0".repeat(24) };
  const answer = await gateway.request
    .post("/vending-machines/register-request")
    .set("authorization", `Bearer ${token}`)
    .send(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe("serialNumber: is the user name of units that are not registered yet");
});

describe("a budget", () => {
  test("comes back with time, up to what it was", () => {
    const clock = createMovableClock(0);
    const budgets = createBudgets(2, { now: clock.now });
    expect([1, 2, 3].map(() => budgets.spend("a"))).toEqual([true, true, false]);
    expect(budgets.isSpent("b")).toBe(false);
    clock.advance(30_000);
    expect(budgets.isSpent("a")).toBe(false);
    expect([1, 2].map(() => budgets.spend("a"))).toEqual([true, false]);
    clock.advance(3_600_000);
    expect([1, 2, 3].map(() => budgets.spend("a"))).toEqual([true, true, false]);
  });

  test("forgets the name that spent longest ago when there are too many", () => {
    const budgets = createBudgets(1, { now: () => 0 });
    budgets.spend("first");
    for (let i = 0; i < 9_999; i += 1) budgets.spend(`name ${i}`);
    expect(budgets.isSpent("first")).toBe(true);
    budgets.spend("one more");
    expect(budgets.isSpent("first")).toBe(false);
    expect(budgets.isSpent("name 0")).toBe(true);
  });
});
