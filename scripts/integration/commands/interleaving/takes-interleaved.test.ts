import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { startTakeFixture } from "../../../../gateway/features/transactions/testing/take.fixture.ts";
import { startGatewayUnderTest } from "../../../../gateway/testing/gateway-under-test.ts";
import { createRandom } from "../../../simulator/random.ts";
import { createTakesWorld, type TakesWorld } from "./takes-world.ts";
import { limits } from "./world.ts";

/** `SEED=…` draws the same lots again; what a run shows depends on the speed of the computer as well. */
const seed = process.env.SEED ?? String(Date.now());
const stirs = Number(process.env.STIRS ?? 300);

const fixture = setUp(async () => startTakeFixture(await startGatewayUnderTest({ limits: { commands: limits } })));

const moving = async ({ machines }: TakesWorld): Promise<string[]> => {
  const { canTransactions, sessionRows, sessions } = fixture.stores;
  const at = { machine: { $in: machines } };
  const cans = await canTransactions
    .find({ $or: [{ live: { $ne: null } }, { containerDue: { $ne: null } }] })
    .toArray();
  const rows = await sessionRows.find({ ...at, $or: [{ end: null }, { toApply: true }] }).toArray();
  const turns = await sessions.find({ ...at, $or: [{ hasTurn: true }, { status: "running" }] }).toArray();
  return [...cans, ...rows, ...turns].map(({ _id }) => `${_id}`);
};

/** Everything that must never be once nothing moves; each names the culprit. */
const wrongsOf = async ({ full, machines }: TakesWorld): Promise<string[]> => {
  const { canTransactions, containers, sessionRows } = fixture.stores;
  const at = { machine: { $in: machines } };
  const [all, cans, rows] = await Promise.all([
    containers.find(at).toArray(),
    canTransactions.find(at).toArray(),
    sessionRows.find({ ...at, "facts.opened": { $exists: true } }).toArray(),
  ]);
  const canNamed = new Map(cans.map((can) => [`${can._id}`, can]));
  const seenOpen = new Set(rows.map(({ transactionId }) => transactionId));
  return [
    ...all
      .filter(({ _id, isEmpty, isReserved }) => !isEmpty && !isReserved && !full.has(`${_id}`))
      .map(({ label, isWorking }) => `container ${label}, working ${isWorking}, is empty and said to be full`),
    ...all
      .filter(({ _id, isEmpty }) => isEmpty && full.has(`${_id}`))
      .map(({ label }) => `container ${label} is full and said to be empty`),
    ...all
      .filter(({ isReserved, reservedUntil, reservation, toCheck }) => {
        const isOver = canNamed.get(`${reservation}`)?.status !== "pending";
        return isReserved && reservedUntil === null && isOver && !(reservation && toCheck?.equals(reservation));
      })
      .map(
        ({ label, reservation }) => `container ${label} stays reserved for ${canNamed.get(`${reservation}`)?.status}`,
      ),
    ...cans
      .filter(({ transactionId, status, review }) => !review && (status === "opened") !== seenOpen.has(transactionId))
      .map(({ transactionId, status }) => `${transactionId} is ${status}, seen open: ${seenOpen.has(transactionId)}`),
  ];
};

test(`whatever comes between whatever, stock, cans and doors agree in the end (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const world = await createTakesWorld(fixture, random);

  for (let i = 0; i < stirs; i += 1) {
    world.stir();
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 25)));
  }
  await eventually(
    async () => {
      await world.calm();
      expect(await moving(world)).toEqual([]);
    },
    { timeout: 60_000 },
  );

  expect(await wrongsOf(world)).toEqual([]);
  for (const { user } of world.users) await fixture.expectBooksToAgree(user._id);
  const statuses = await fixture.stores.canTransactions.distinct("status");
  expect(statuses.toSorted()).toEqual(["failed", "opened", "pending"]);
});
