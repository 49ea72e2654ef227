import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { claimAsGateway, startAsWorker } from "../../testing/commanded-machine.ts";
import { setUpTakeFixture, type TakeFixture } from "./testing/take.fixture.ts";

const fixture = setUpTakeFixture();

const taken: TakeFixture["taken"] = (...options) => fixture.taken(...options);
const unopened: TakeFixture["taken"] = (...options) => fixture.unopened(...options);
const refund = (path: string) => fixture.staff.put(`${path}/refund-can`, {});
const open = (path: string) => fixture.staff.post(path, {});
const containerOf = async ({ transactionId }: { transactionId: string }) =>
  fixture.stores.containers.findOne({ _id: (await fixture.canOf(transactionId)).container });
const sent = async (sessionId: string) => {
  await startAsWorker(fixture.parts, sessionId);
  await claimAsGateway(fixture.parts, sessionId);
};

describe("a refund", () => {
  test("gives back the can, the day's count and the slot, once, and leaves the container to be checked", async () => {
    const can = await unopened({}, { needDeposit: true });

    const { status, body } = await refund(can.path);

    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.canTransaction).toMatchObject({ status: "failed", refundedAt: expect.any(String), isLive: false });
    expect(await fixture.stores.cans.findOne({ _id: can.user._id })).toMatchObject({ totalCans: 1, openedCans: 0 });
    expect(await fixture.stores.deposits.findOne({ _id: can.user._id })).toMatchObject({ depositUsed: 0 });
    // Pulses went out: the can may be gone, so it is not sold.
    expect(await containerOf(can)).toMatchObject({ isReserved: true, reservedUntil: null, isEmpty: false });
    const shown = (await fixture.staff.get(`/containers?vendingMachine=${can.at.machine._id}`)).body.containers;
    expect(shown.map(({ toBeChecked }: { toBeChecked?: true }) => toBeChecked)).toEqual([true, undefined, undefined]);
    const line = await fixture.stores.audit.findOne({
      verb: "transaction.refunded",
      "record.id": body.canTransaction._id,
    });
    expect(line?.actor.id).toEqual(fixture.staff.userId);
    const again = await refund(can.path);
    expect([again.status, again.body.error]).toEqual([409, "Already refunded"]);
    await fixture.expectBooksToAgree(can.user._id);
  });

  test("lets an operator free the container afterwards, and not before", async () => {
    const can = await unopened();
    const container = `/containers?id=${(await fixture.canOf(can.transactionId)).container}`;

    const before = await fixture.staff.put(container, { isReserved: false });
    await refund(can.path);
    const after = await fixture.staff.put(container, { isReserved: false });

    expect([before.status, before.body.error]).toEqual([
      409,
      `Container 1 is claimed by transaction ${can.transactionId}: open or refund that first`,
    ]);
    expect(after.status).toBe(200);
  });

  test("of what was never sent cancels it, and the can is for sale again", async () => {
    const can = await taken();

    const { status } = await refund(can.path);

    expect(status).toBe(200);
    expect(await containerOf(can)).toMatchObject({ isReserved: false, reservation: null, isEmpty: false });
    expect(await fixture.stores.sessions.findOne({ _id: new ObjectId(can.sessionId) })).toMatchObject({
      status: "cancelled",
    });
  });

  test("of what was sent waits for the door, and says how long", async () => {
    const can = await taken();
    await sent(can.sessionId);

    const { status, body } = await refund(can.path);

    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/^The container may still open: try again in \d+ s$/),
    ]);
    expect(await fixture.stores.cans.findOne({ _id: can.user._id })).toMatchObject({ totalCans: 0 });
  });

  test.each(["while a worker has not applied it", "after its row had ended"])(
    "of a can whose door was seen open is refused, %s",
    async (when) => {
      const can = await (when.startsWith("after") ? unopened() : taken());
      await fixture.factOf(can.transactionId, "opened");
      if (!when.startsWith("after")) await sent(can.sessionId);

      const { status, body } = await refund(can.path);

      expect([status, body.error]).toEqual([409, "This can was taken already: its container was seen open"]);
    },
  );

  test("goes to suspended users too, and where an operator has taken the slot away already", async () => {
    const can = await unopened({}, { needDeposit: true });
    await fixture.stores.users.updateOne({ _id: can.user._id }, { $set: { suspend: true } });
    await fixture.staff.put(`/deposit/${can.user._id}`, { depositUsed: 0 });

    expect((await refund(can.path)).status).toBe(200);

    expect(await fixture.stores.deposits.findOne({ _id: can.user._id })).toMatchObject({ depositUsed: 0 });
  });

  test("on a later day does not touch that day's count", async () => {
    const can = await unopened();
    await fixture.stores.cans.updateOne({ _id: can.user._id }, { $set: { openedCans: 4, openedDay: "2031-01-01" } });

    await refund(can.path);

    expect(await fixture.stores.cans.findOne({ _id: can.user._id })).toMatchObject({ openedCans: 4, totalCans: 1 });
  });

  test("requested 100 times at once is one", async () => {
    const can = await unopened();

    const answers = await Promise.all(Array.from({ length: 100 }, () => refund(can.path)));

    const words = answers.map(({ status, body }) => `${status} ${body.error ?? ""}`);
    expect(words.filter((word) => word === "200 ")).toHaveLength(1);
    expect(words.filter((word) => word === "409 Already refunded")).toHaveLength(99);
    expect(await fixture.stores.canLedger.countDocuments({ user: can.user._id, message: "Refunded" })).toBe(1);
    await fixture.expectBooksToAgree(can.user._id);
  });

  test("repeated with its key answers what it answered", async () => {
    const can = await unopened();
    const { token } = await fixture.gateway.signIn();
    const call = () =>
      fixture.gateway.request
        .put(`${can.path}/refund-can`)
        .set("authorization", `Bearer ${token}`)
        .set("idempotency-key", "refund-1")
        .send({});

    const [one, two] = [await call(), await call()];

    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
  });
});

describe("Open Container", () => {
  test("opens the container that is claimed, again", async () => {
    const can = await unopened();
    const before = await fixture.canOf(can.transactionId);

    const { status, body } = await open(can.path);

    expect([status, body.message]).toEqual([200, "Container Open Message Sent"]);
    expect(body.canTransaction).toMatchObject({ isLive: true, sessionId: body.sessionId, containerId: "1" });
    expect(body.sessionId).not.toBe(`${before.session}`);
    expect(await fixture.stores.sessionRows.findOne({ session: new ObjectId(`${body.sessionId}`) })).toMatchObject({
      transactionId: can.transactionId,
      container: before.container,
    });
    const again = await open(can.path);
    expect([again.status, again.body.error, again.body.message]).toEqual([
      409,
      "Its container is being opened right now",
      "Its container is being opened right now",
    ]);
    // Nothing is debited for it.
    expect(await fixture.stores.canLedger.countDocuments({ user: can.user._id })).toBe(2);
  });

  test("takes another container where its own was disabled, or says that there is none", async () => {
    const disabled = { isWorking: false, isReserved: false, reservedUntil: null, reservation: null };
    const can = await unopened({ cans: 2 });
    await fixture.stores.containers.updateOne({ machine: can.at.machine._id, label: "1" }, { $set: disabled });

    const { body } = await open(can.path);
    await fixture.endUnopened(can.transactionId);
    await fixture.stores.containers.updateOne({ machine: can.at.machine._id, label: "2" }, { $set: disabled });
    const none = await open(can.path);

    expect(body.canTransaction).toMatchObject({ containerId: "2", isContainerWorking: true });
    expect([none.status, none.body.error]).toEqual([409, "No can of Cola is in stock at this vending machine"]);
  });

  test.each([
    ["opened", "This can was taken already: its container was seen open"],
    ["failed", "Already refunded"],
  ] as const)("of one that is %s is refused", async (status, sentence) => {
    const can = await unopened();
    await fixture.stores.canTransactions.updateOne({ transactionId: can.transactionId }, { $set: { status } });

    const refused = await open(can.path);

    expect([refused.status, refused.body.error]).toEqual([409, sentence]);
  });

  test("of a can whose door was seen open after its row had ended is refused, before a worker has applied that", async () => {
    const can = await unopened();
    await fixture.factOf(can.transactionId, "opened");

    const { status, body } = await open(can.path);

    expect([status, body.error]).toEqual([409, "This can was taken already: its container was seen open"]);
  });

  test("at a machine that is offline is refused, its session stored as failed, and it stays free for the next try", async () => {
    const can = await unopened({ linked: false });

    const { status, body } = await open(can.path);

    expect([status, body.error, body.message]).toEqual([
      409,
      "Vending machine is offline",
      "Vending machine is offline",
    ]);
    expect(await fixture.canOf(can.transactionId)).toMatchObject({
      session: new ObjectId(`${body.sessionId}`),
      live: null,
      vendingMachineMessage: "OFFLINE",
    });
  });

  test("is the only way: its session is not given again by hand", async () => {
    const can = await unopened();

    const { status, body } = await fixture.staff.post(`/control-units/sessions/${can.sessionId}/resend`, {});

    expect([status, body.error]).toEqual([409, "Open it from its transaction"]);
  });
});

test("Open and Refund at the same moment: never both, never neither, whatever was sent meanwhile", async () => {
  for (let time = 0; time < 8; time += 1) {
    const can = await unopened();
    const later = async () => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      const { session } = await fixture.canOf(can.transactionId);
      if (await startAsWorker(fixture.parts, `${session}`)) await claimAsGateway(fixture.parts, `${session}`);
    };
    const [opened, refunded] = await Promise.all([open(can.path), refund(can.path), later()]);

    const after = await fixture.canOf(can.transactionId);
    const commands = await fixture.stores.commands.countDocuments({ session: after.session, state: "sent" });
    const rows = await fixture.stores.canLedger.countDocuments({ user: can.user._id, message: "Refunded" });
    expect(opened.status === 200 || refunded.status === 200).toBe(true);
    if (refunded.status === 200) {
      expect([after.status, after.live, rows]).toEqual(["failed", null, 1]);
      // Opened first, then refunded: what was not sent yet never will be.
      if (opened.status === 200) expect(commands).toBe(0);
    } else expect([after.status, `${after.live}`, rows]).toEqual(["pending", `${opened.body.sessionId}`, 0]);
    await fixture.expectBooksToAgree(can.user._id);
  }
});
