import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { commandOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { aWebhook } from "#shared/runtime/testing/stored-webhooks.ts";
import { seenAt, setUpTakes } from "./testing/taken.fixture.ts";

const { apply, end, fact, mongo, standing, taken, takes } = setUpTakes();

test("a door that is seen open takes the can, empties the container, and is over when it was closed", async () => {
  const one = await taken();

  await fact(one, "acknowledged");
  await fact(one, "opened");
  await apply(one);

  const opened = await standing(one);
  expect(opened.can).toMatchObject({
    status: "opened",
    containerOpen: true,
    containerOpenTime: seenAt,
    containerClose: false,
    containerDue: null,
    live: one.session,
    // A form that was opened before this must not save its "not open" over it.
    rev: 1,
  });
  expect(opened.container).toMatchObject({
    isEmpty: true,
    stockedOn: null,
    isReserved: false,
    reservation: null,
    rev: 1,
  });
  expect(opened.row?.toApply).toBeUndefined();

  await fact(one, "closed");
  await end(one, "done");
  await apply(one);

  expect((await standing(one)).can).toMatchObject({ status: "opened", containerClose: true, live: null, review: null });
});

test("what an operator has set for the door since is not overwritten", async () => {
  const one = await taken();
  await fact(one, "opened");
  await apply(one);
  await mongo.collections.canTransactions.updateOne(
    { _id: one._id },
    { $set: { containerOpen: false, comment: "not so" } },
  );

  await fact(one, "closed");
  await apply(one);

  expect((await standing(one)).can).toMatchObject({ containerOpen: false, containerClose: true, comment: "not so" });
});

test("a door that was not seen open in time keeps its claim, and the transaction waits with the reason", async () => {
  const one = await taken();
  await fact(one, "acknowledged");
  await end(one, "timeout", "Not seen open within 15 s");

  await takes.sweep();

  const { can, container } = await standing(one);
  expect(can).toMatchObject({ status: "pending", live: null, vendingMachineMessage: "Not seen open within 15 s" });
  expect(container).toMatchObject({ isReserved: true, reservation: one._id, isEmpty: false });
});

test("a jammed door disables its container and ends the claim", async () => {
  const one = await taken();
  await fact(one, "failed", "DOOR_JAMMED");
  await end(one, "failed", "DOOR_JAMMED", "DOOR_JAMMED");

  await apply(one);

  const { can, container } = await standing(one);
  expect(can).toMatchObject({
    status: "pending",
    live: null,
    isContainerWorking: false,
    vendingMachineMessage: "DOOR_JAMMED",
  });
  expect(container).toMatchObject({ isWorking: false, isReserved: false, reservation: null, isEmpty: false });
});

test("a failure of a code that nobody knows takes nothing out of sale: its words are shown and a person decides", async () => {
  const one = await taken();
  await fact(one, "failed", "LOW_VOLTAGE");
  await end(one, "failed", "LOW_VOLTAGE", "LOW_VOLTAGE");

  await apply(one);

  const { can, container } = await standing(one);
  expect(can).toMatchObject({
    status: "pending",
    live: null,
    isContainerWorking: true,
    vendingMachineMessage: "LOW_VOLTAGE",
  });
  expect(container).toMatchObject({ isWorking: true, isReserved: true, reservation: one._id });
});

test("a unit that does not know the time says nothing about the door", async () => {
  const one = await taken();
  await fact(one, "failed", "NO_TIME");
  await end(one, "failed", "NO_TIME", "NO_TIME");

  await apply(one);

  const { can, container } = await standing(one);
  expect(can).toMatchObject({ live: null, isContainerWorking: true, vendingMachineMessage: "NO_TIME" });
  expect(container).toMatchObject({ isWorking: true, isReserved: true, reservation: one._id });
});

describe("a door that is seen open late", () => {
  /** A can whose first container did not open, and for which another one is to be opened. */
  const takenAgain = async () => {
    const first = await taken();
    const second = await taken({}, { reservation: first._id });
    const { session, container } = second;
    const present = { $set: { session, live: session, container } };
    const can = await mongo.collections.canTransactions.findOneAndUpdate({ _id: first._id }, present);
    await mongo.collections.sessionRows.updateOne({ session }, { $set: { transactionId: can?.transactionId ?? "" } });
    return [first, second] as const;
  };

  test.each(["queued", "running"] as const)("ends a later command of its can (%s, not sent)", async (status) => {
    const [first, second] = await takenAgain();
    const { commands, sessions } = mongo.collections;
    const session = await sessions.findOneAndUpdate({ _id: second.session }, { $set: { status } });
    if (session && status === "running") await commands.insertOne(commandOfSession(session, "CU"));
    await fact(first, "opened");
    await apply(first);
    expect((await commands.findOne({ session: second.session }))?.state ?? "cancelled").toBe("cancelled");
    expect((await sessions.findOne({ _id: second.session }))?.status).toBe("cancelled");
    expect((await standing(second)).row).toMatchObject({ end: "cancelled", deadlineAt: null });
  });

  test("takes the can, whatever the row's end says", async () => {
    const one = await taken({ live: null });
    await end(one, "timeout", "Not seen open within 15 s");
    await fact(one, "opened");

    await apply(one);

    const { can, container } = await standing(one);
    expect([can?.status, container?.isEmpty]).toEqual(["opened", true]);
  });

  test("after the refund is flagged, and empties the container that was left to be checked", async () => {
    const one = await taken({ live: null, status: "failed", refundedAt: new Date() });
    await end(one, "timeout", "Not seen open within 15 s");
    await fact(one, "opened");

    await apply(one);

    const { can, container } = await standing(one);
    expect(can).toMatchObject({ status: "failed", review: "opened after refund", containerOpen: true });
    expect(container).toMatchObject({ isEmpty: true, isReserved: false });
  });

  test("after the refund leaves a container alone that somebody else claims by then", async () => {
    const one = await taken({ live: null, status: "failed" }, { reservation: new ObjectId() });
    await end(one, "timeout");
    await fact(one, "opened");

    await apply(one);

    const { can, container } = await standing(one);
    expect(can).toMatchObject({ review: "opened after refund", containerDue: null });
    expect(container).toMatchObject({ isEmpty: false, isReserved: true });
  });

  test("for a container that was disabled meanwhile empties it", async () => {
    const one = await taken();
    await fact(one, "failed", "DOOR_JAMMED");
    await end(one, "failed", "DOOR_JAMMED", "DOOR_JAMMED");
    await apply(one);
    await fact(one, "opened");

    await apply(one);

    const { can, container } = await standing(one);
    expect([can?.status, container?.isWorking, container?.isEmpty]).toEqual(["opened", false, true]);
  });

  test("leaves a container alone that somebody stocked, and disabled, after it was seen open", async () => {
    const one = await taken();
    await fact(one, "opened");
    await apply(one);
    const stockedOn = new Date(seenAt.getTime() + 60_000);
    await mongo.collections.containers.updateOne(
      { _id: one.container },
      { $set: { isEmpty: false, stockedOn, isWorking: false } },
    );
    await fact(one, "closed");
    await end(one, "done");

    await apply(one);

    expect((await standing(one)).container).toMatchObject({ isEmpty: false, isWorking: false, stockedOn });
  });

  test("takes the can while another container is opened for it: that one is to be checked unless it is seen open", async () => {
    const [first, second] = await takenAgain();
    await fact(first, "opened");
    await apply(first);
    await fact(second, "acknowledged");
    await end(second, "timeout", "Not seen open within 15 s");

    await apply(second);

    const { can } = await standing(first);
    expect(can).toMatchObject({ status: "opened", live: null });
    const claimed = { isReserved: true, reservation: first._id, toCheck: first._id };
    expect((await standing(second)).container).toMatchObject(claimed);
  });
});

test("others are notified once that an attempt failed, and once that the can came out", async () => {
  const { webhooks, webhookDeliveries } = mongo.collections;
  await webhooks.insertOne(aWebhook(["can.opened", "can.failed"]));
  const one = await taken();

  await fact(one, "failed", "NO_TIME");
  await apply(one);
  await apply(one);
  await fact(one, "opened");
  await apply(one);
  await takes.sweep();

  const stored = await webhookDeliveries.find({ "subject.id": one._id }).sort({ seq: 1 }).toArray();
  expect(stored).toMatchObject([
    { type: "can.failed", seq: 1, data: { transaction: { status: "pending", vendingMachineMessage: "NO_TIME" } } },
    { type: "can.opened", seq: 2, data: { transaction: { status: "opened" } } },
  ]);
  expect(stored[0]?.data.transaction).not.toHaveProperty("comment");
  await webhooks.deleteMany({});
});
