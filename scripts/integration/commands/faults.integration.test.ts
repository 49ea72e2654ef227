import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createMetrics } from "../../../gateway/http/metrics.ts";
import { defaultLimits } from "../../../gateway/limits.ts";
import { createChangeFeed } from "../../../gateway/push/change-stream.ts";
import { pause } from "../../simulator/pause.ts";
import { hasEnded, openCommandApp } from "./command-app.ts";

const app = setUp(() => openCommandApp(8));

/** A machine whose unit was commanded to open the door of container 5. */
const commanded = async () => {
  const unit = app.fresh();
  const hand = await app.handUnit(unit);
  const sessionId = await app.give("open", unit, ["5"]);
  const { commandId } = await app.heard(hand);
  return { hand, sessionId, commandId };
};
/** Whether the session has its machine's turn. */
const turnOf = async (sessionId: string) =>
  (await app.mongo.collections.sessions.findOne({ _id: new ObjectId(sessionId) }))?.hasTurn;

/** Sessions that the tests before left to their limits end first: their ends would be counted, too. */
const untilNobodyElseWorks = (): Promise<void> =>
  eventually(async () => {
    const goingOn = { status: { $in: ["queued" as const, "running" as const] } };
    const { sessions } = app.mongo.collections;
    // As the feed begins: at what a majority has.
    expect(await sessions.countDocuments(goingOn, { readConcern: { level: "majority" } })).toBe(0);
  });

/** Change events that every gateway receives meanwhile, by their collections. */
const publishedDuring = async (work: () => Promise<void>): Promise<string[]> => {
  await untilNobodyElseWorks();
  const log = createLogger("walk", "silent");
  const feed = createChangeFeed({ mongo: app.mongo, log, metrics: createMetrics(), limits: defaultLimits });
  const published: string[] = [];
  const followed = ["sessions", "doors", "containers", "machines", "units", "regions"] as const;
  for (const collection of followed) feed.on(collection, () => void published.push(collection));
  feed.on("sessionRows", ({ after }) => {
    // A unit that takes its time, as on a busy machine: that the command was sent is an event of its own then.
    const isSent = after?.factCount === 0;
    published.push(isSent ? "sent" : "sessionRows");
  });
  await feed.start();
  await feed.follow();
  await work();
  // Earlier writes come earlier in the stream.
  const { regions } = app.mongo.collections;
  const marker = await regions.insertOne({ _id: new ObjectId(), region: `R${Date.now()}`, profiles: [], rev: 0 });
  await eventually(() => expect(published).toContain("regions"));
  await regions.deleteOne({ _id: marker.insertedId });
  await feed.stop();
  return published.filter((collection) => collection !== "regions");
};

test.each([
  ["and says so", false],
  ["and says what its lock says as well", true],
])("a container that a unit opens %s costs few changes to follow", async (_title, saysLocks) => {
  const unit = app.fresh();
  const hand = await app.handUnit(unit);
  await hand.sayLocks([{ channel: 5, isLocked: true }]);

  const published = await publishedDuring(async () => {
    const sessionId = await app.give("open", unit, ["5"]);
    const { commandId } = await app.heard(hand);
    await hand.say(commandId, 5, { fact: "acknowledged" });
    await hand.say(commandId, 5, { fact: "opened" });
    if (saysLocks) await hand.sayLocks([{ channel: 5, isLocked: false }]);
    await eventually(async () => expect(await turnOf(sessionId)).toBe(false));
    if (saysLocks) await hand.sayLocks([{ channel: 5, isLocked: true }]);
    else await hand.say(commandId, 5, { fact: "closed" });
    await eventually(async () => expect((await app.results(sessionId)).session.status).toBe("completed"));
    expect(await app.row(sessionId, hasEnded)).toMatchObject({ state: "closed" });
  });

  const count = (name: string) => published.filter((collection) => collection === name).length;
  // The session waits, has its turn and has ended; the row is acknowledged, opened and closed. The end of the turn is
  // not published.
  expect([count("sessions"), count("sessionRows"), count("doors")]).toEqual([3, 3, saysLocks ? 2 : 0]);
  expect(count("sent")).toBeLessThanOrEqual(1);
  expect(published.length - count("sent")).toBe(saysLocks ? 8 : 6);
});

test("a unit that drops out before it acknowledged is not commanded again", async () => {
  const unit = app.fresh();
  const hand = await app.handUnit(unit);
  const sessionId = await app.give("open", unit, ["5"]);
  await app.heard(hand);

  await hand.drop();
  await hand.connect(app.mqttUrl);

  expect(await app.row(sessionId, hasEnded)).toMatchObject({ state: "timeout", reason: /^Not acknowledged/ });
  expect(hand.heard).toHaveLength(1);
});

test("what happened while a unit was away is reported when it is back", async () => {
  const { hand, sessionId, commandId } = await commanded();
  await hand.say(commandId, 5, { fact: "acknowledged" });

  await hand.drop();
  const published = [hand.say(commandId, 5, { fact: "opened" }), hand.say(commandId, 5, { fact: "closed" })];
  await hand.connect(app.mqttUrl);
  await Promise.all(published);

  expect(await app.row(sessionId, hasEnded)).toMatchObject({ state: "closed", facts: { opened: { late: false } } });
});

test("a jammed door ends with what the unit says of it, and the next in line gets its turn", async () => {
  const unit = app.fresh();
  const hand = await app.handUnit(unit);
  const sessionId = await app.give("open", unit, ["5"]);
  const nextId = await app.give("open", unit, ["6"]);
  const { commandId } = await app.heard(hand);
  await hand.say(commandId, 5, { fact: "acknowledged" });
  expect(hand.heard).toHaveLength(1);

  await hand.say(commandId, 5, { fact: "failed", code: "DOOR_JAMMED", message: "The door did not move" });

  expect(await app.row(sessionId, hasEnded)).toMatchObject({
    state: "failed",
    code: "DOOR_JAMMED",
    reason: "The door did not move",
    isOpened: false,
  });
  expect(await app.heard(hand, 2)).toMatchObject({ sessionId: nextId, channels: [6] });
});

test("a deaf machine with many waiting sessions takes them one after another, and all end", async () => {
  const [deaf, other] = [app.fresh(), app.fresh()];
  const [deafHand, hand] = [await app.handUnit(deaf), await app.handUnit(other)];
  const waiting = await Promise.all(["1", "2", "3", "4", "5", "6"].map((label) => app.give("open", deaf, [label])));

  const sessionId = await app.give("open", other, ["5"]);
  const { commandId } = await app.heard(hand);
  for (const fact of ["acknowledged", "opened", "closed"] as const) await hand.say(commandId, 5, { fact });
  await app.row(sessionId, hasEnded);
  expect(deafHand.heard.length).toBeLessThan(waiting.length);

  const states = await Promise.all(waiting.map(async (id) => (await app.row(id, hasEnded)).state));
  expect(new Set(states)).toEqual(new Set(["timeout", "expired"]));
  const published = deafHand.heard.length;
  expect(states.filter((state) => state === "timeout")).toHaveLength(published);
  await pause(300);
  expect(deafHand.heard).toHaveLength(published);
});
