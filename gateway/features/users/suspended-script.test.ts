import { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway({
  standingClock: true,
  limits: { operatorChanges: { most: 1_000_000, withinMs: 60_000 } },
});
const [minute, atOnce] = [60_000, 8];
const report = { reportType: "Order", vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-01-02" };

/** Makes these calls all the time, several at once, until the operator is signed out or the test has finished. */
const runScript = (work: () => Promise<unknown>, gone: SignedInOperator): void => {
  let isOver = false;
  const loop = async () => {
    while (!isOver && (await gone.get("/auth/me")).status !== 401) await work();
  };
  const loops = Array.from({ length: atOnce }, loop);
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(loops);
  });
};

test.each<[string, "staff" | "admin", (gone: SignedInOperator) => Promise<unknown>]>([
  ["renames its operator", "staff", (gone) => gone.put(`/users/${gone.userId}`, { name: `Name ${new ObjectId()}` })],
  [
    "requests reports and cancels them",
    "staff",
    async (gone) => {
      const { body } = await gone.post("/reports", report);
      await gone.post(`/reports/${body.report?._id}/cancel`);
    },
  ],
  [
    "requests a second person and withdraws it",
    "staff",
    async (gone) => {
      const customer = await addPerson(gateway.parts, { role: "customer" });
      const change = { phone: `9${Math.floor(Math.random() * 1e9)}`.padEnd(10, "0"), rev: customer.rev };
      const request = { kind: "user", record: customer._id, reason: "A new phone", change };
      const { body } = await gone.post("/approvals", request);
      await gone.post(`/approvals/${body.approval?._id}/decline`, { reason: "Not needed" });
    },
  ],
  [
    "adds operators",
    "admin",
    (gone) => {
      const phone = `8${Math.floor(Math.random() * 1e9)}`.padEnd(10, "0");
      return gone.post("/auth/register", { name: "New", phone, role: "staff" });
    },
  ],
  ["ends its other sign-ins", "staff", (gone) => gone.delete("/auth/logins")],
])("an operator is suspended although a script of theirs %s all the time", async (_what, role, work) => {
  const [gone, admin] = [await signedInAt(gateway, role), await signedInAt(gateway, "admin")];
  runScript(() => work(gone), gone);

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
  expect((await gone.get("/auth/me")).status).toBe(401);
});

/** Somebody just writes the sign-ins of this operator, until the returned function is called. */
const holdLogins = async (user: ObjectId): Promise<() => Promise<void>> => {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let holding: Promise<void> | undefined;
  await new Promise<void>((begun, fail) => {
    holding = gateway.parts.mongo.inTransaction(async (session) => {
      await gateway.stores.logins.updateMany({ user }, { $set: { heldToGrant: new ObjectId() } }, { session });
      begun();
      await ended;
    });
    holding.catch(fail);
  });
  const release = async () => {
    end?.();
    await holding;
  };
  onTestFinished(release);
  return release;
};

test.each<[string, (admin: SignedInOperator, user: ObjectId) => Promise<{ status: number }>, number]>([
  ["suspends an operator", async (admin, user) => admin.put(`/users/${user}`, { suspend: true }), 401],
  ["makes a customer of them", async (admin, user) => admin.put(`/users/${user}`, { role: "customer" }), 401],
  ["makes an admin of them", async (admin, user) => admin.put(`/users/${user}`, { role: "admin" }), 200],
  [
    "sets a password for them",
    async (admin, user) => admin.put(`/users/${user}/password`, { password: "blue-kettle-94" }),
    401,
  ],
])("while an admin %s their calls are 503, and change nothing", async (_what, change, afterwards) => {
  const [colleague, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  await gateway.stores.users.updateOne({ _id: colleague.userId }, { $set: { email: `${colleague.userId}@a.test` } });
  const release = await holdLogins(colleague.userId);
  const changing = change(admin, colleague.userId);

  await eventually(async () => expect((await colleague.get("/auth/me")).status).toBe(503));
  const refused = await colleague.post("/reports", report);
  await release();

  expect(refused.body.error).toBe("An admin is just changing how you sign in; try again shortly");
  expect((await changing).status).toBe(200);
  expect((await colleague.get("/auth/me")).status).toBe(afterwards);
  expect(await gateway.stores.reports.countDocuments({ by: colleague.userId })).toBe(0);
});

test("an operator whose change broke off with its gateway calls again after half a minute", async () => {
  const colleague = await signedInAt(gateway);
  const stoppedUntil = new Date(gateway.clock.now() + minute / 2);
  await gateway.stores.users.updateOne({ _id: colleague.userId }, { $set: { stoppedUntil } });
  expect((await colleague.get("/auth/me")).status).toBe(503);

  gateway.clock.advance(minute / 2);

  expect((await colleague.get("/auth/me")).status).toBe(200);
});
