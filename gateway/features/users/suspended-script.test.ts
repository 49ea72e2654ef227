import { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { hashPassword } from "../auth/passwords.ts";

const gateway = setUpGateway({
  standingClock: true,
  limits: { operatorChanges: { most: 1_000_000, withinMs: 60_000 } },
});
const [minute, atOnce] = [60_000, 8];
const report = { reportType: "Order", vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-01-02" };

/** Makes these calls all the time, several at once, until the operator is signed out or the test has finished. */
const runScript = async (work: () => Promise<unknown>, gone: SignedInOperator): Promise<void> => {
  let isOver = false;
  const loop = async () => {
    while (!isOver && (await gone.get("/auth/me")).status !== 401) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
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
  [
    "opens sign-ins and ends them",
    "staff",
    async (gone) => {
      await gateway.openLogin(gone.userId);
      await gone.delete("/auth/logins");
    },
  ],
])("an operator is suspended although a script of theirs %s all the time", async (_what, role, work) => {
  const [gone, admin] = [await signedInAt(gateway, role), await signedInAt(gateway, "admin")];
  await runScript(() => work(gone), gone);

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
  expect((await gone.get("/auth/me")).status).toBe(401);
});

/** Changes of access by this admin wait, until the returned function is called. */
const holdAdmin = async (admin: SignedInOperator, changed: object = {}): Promise<() => Promise<void>> => {
  // Else the note of its last use would wait for this transaction.
  await admin.get("/auth/me");
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let holding: Promise<void> | undefined;
  await new Promise<void>((begun, fail) => {
    holding = gateway.parts.mongo.inTransaction(async (session) => {
      const held = { $set: { heldToGrant: new ObjectId(), ...changed } };
      await gateway.stores.logins.updateMany({ user: admin.userId }, held, { session });
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

test("an admin is suspended although others' scripts cancel their penalties, and those of the admin who suspends, all the time", async () => {
  const [gone, admin] = [await signedInAt(gateway, "admin"), await signedInAt(gateway, "admin")];
  const scripts = [await signedInAt(gateway), await signedInAt(gateway)] as const;
  for (const [script, user] of [
    [scripts[0], gone.userId],
    [scripts[1], admin.userId],
  ] as const) {
    const { penalty } = (await script.post(`/penalty/${user}`, { amount: 1, quantity: 1 })).body;
    let canceled = false;
    const toggle = () => {
      canceled = !canceled;
      return script.put(`/penalty/${penalty._id}`, { canceled });
    };
    await runScript(toggle, script);
  }

  const answer = await admin.put(`/users/${gone.userId}`, { suspend: true });

  expect(answer.status).toBe(200);
});

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
  const release = await holdAdmin(admin);
  const changing = change(admin, colleague.userId);

  await eventually(async () => expect((await colleague.get("/auth/me")).status).toBe(503));
  const refused = await colleague.post("/reports", report);
  await release();

  expect(refused.body.error).toBe("This operator's access is just being changed; try again shortly");
  expect((await changing).status).toBe(200);
  expect((await colleague.get("/auth/me")).status).toBe(afterwards);
  expect(await gateway.stores.reports.countDocuments({ by: colleague.userId })).toBe(0);
});

test("once the change is done, or was refused after all, their calls are answered again", async () => {
  const [colleague, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const release = await holdAdmin(admin, { endedAt: new Date(gateway.clock.now()) });
  const changing = admin.put(`/users/${colleague.userId}`, { role: "admin" }).then(({ status }) => status);
  await eventually(async () => expect((await colleague.get("/auth/me")).status).toBe(503));

  await release();

  expect(await changing).toBe(401);
  expect((await colleague.get("/auth/me")).body.user.role).toBe("staff");
});

test("whoever is stopped does not sign in meanwhile", async () => {
  const password = await hashPassword("blue-kettle-94", quickPassword);
  const stoppedUntil = new Date(gateway.clock.now() + minute / 2);
  const { email } = await addPerson(gateway.parts, { email: "stopped@example.test", password, stoppedUntil });
  const signIn = () => gateway.request.post("/auth/login").send({ email, password: "blue-kettle-94" });

  expect((await signIn()).status).toBe(503);
  gateway.clock.advance(minute / 2);
  expect((await signIn()).status).toBe(200);
});

test("an operator whose change broke off with its gateway calls again after half a minute", async () => {
  const colleague = await signedInAt(gateway);
  const stoppedUntil = new Date(gateway.clock.now() + minute / 2);
  await gateway.stores.users.updateOne({ _id: colleague.userId }, { $set: { stoppedUntil } });
  expect((await colleague.get("/auth/me")).status).toBe(503);

  gateway.clock.advance(minute / 2);

  expect((await colleague.get("/auth/me")).status).toBe(200);
});
