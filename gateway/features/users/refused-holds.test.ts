import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { mostUnderWay } from "#shared/reports/report.rules.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway({ standingClock: true });

/** The answer to a call that is made while a transaction has written this user's record, and is not over. */
const whileHeld = <T>(user: ObjectId, call: () => PromiseLike<T>): Promise<T> =>
  gateway.parts.mongo.inTransaction(async (session) => {
    await gateway.stores.users.updateOne({ _id: user }, { $set: { held: new ObjectId() } }, { session });
    return call();
  });

const report = { reportType: "Order", vendingMachine: "all", startDate: "2026-01-01", endDate: "2026-01-02" };

test("a refused change of an operator's record holds it not: a script kept an admin from signing in, and from suspending its operator", async () => {
  const [staff, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const stolen = `Bearer ${await gateway.openLogin(admin.userId, { isProved: false })}`;
  const change = (user: ObjectId) =>
    gateway.request.put(`/users/${user}`).set("authorization", stolen).send({ suspend: true });

  const answers = [
    await whileHeld(admin.userId, () => staff.put(`/users/${admin.userId}`, { suspend: true })),
    await whileHeld(staff.userId, () => staff.put(`/users/${staff.userId}`, { role: "admin" })),
    await whileHeld(staff.userId, () => change(staff.userId)),
    await whileHeld(staff.userId, () => staff.put(`/users/${staff.userId}`, { phone: "9000000018", rev: 7 })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 409]);
});

test("a report or a second person that is refused holds the record of who requests it not", async () => {
  const staff = await signedInAt(gateway);
  for (let at = 0; at < mostUnderWay; at += 1) expect((await staff.post("/reports", report)).status).toBe(200);
  const unknown = {
    kind: "user",
    record: new ObjectId(),
    reason: "A new phone",
    change: { phone: "9000000018", rev: 0 },
  };

  const answers = [
    await whileHeld(staff.userId, () => staff.post("/reports", report)),
    await whileHeld(staff.userId, () => staff.post("/approvals", unknown)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([409, 404]);
});

/** The same while one of this operator's sign-ins is held. */
const whileSignInHeld = <T>(user: ObjectId, call: () => PromiseLike<T>): Promise<T> =>
  gateway.parts.mongo.inTransaction(async (session) => {
    await gateway.stores.logins.updateMany({ user }, { $set: { heldToGrant: new ObjectId() } }, { session });
    return call();
  });

test("an email or phone that is refused holds not the sign-in of who sends it: a script of theirs kept them from being suspended", async () => {
  const [staff, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const [own, colleague] = [`/users/${staff.userId}`, { phone: "9000000021", email: "colleague@example.test" }];
  await addPerson(gateway.parts, { role: "staff", ...colleague });
  const before = { email: "own@example.test", password: "a hash" };
  await gateway.stores.users.updateOne({ _id: staff.userId }, { $set: before });
  const { phone, email } = colleague;

  const answers = [
    await whileSignInHeld(staff.userId, () => staff.put(own, { email: "" })),
    await whileSignInHeld(staff.userId, () => staff.put(own, { email })),
    await whileSignInHeld(staff.userId, () => staff.put(own, { phone })),
    await whileSignInHeld(admin.userId, () => admin.post("/auth/register", { name: "New", phone, role: "staff" })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 409, 409, 409]);
});

test("who changes an operator's record again and again waits, so that an admin's form of it can be saved", async () => {
  const [busy, admin] = [await signedInAt(gateway), await signedInAt(gateway, "admin")];
  const rename = (name: string) => busy.put(`/users/${busy.userId}`, { name });
  for (let at = 0; at < 10; at += 1) expect((await rename(`Name ${at}`)).status).toBe(200);

  expect((await rename("One more")).body).toMatchObject({ code: "too-many", retryAfterSeconds: 60 });
  const email = await busy.put(`/users/${busy.userId}`, { email: "another@example.test" });
  expect(email.body).toMatchObject({ code: "too-many" });

  const { rev } = (await gateway.stores.users.findOne({ _id: busy.userId })) ?? {};
  expect((await admin.put(`/users/${busy.userId}`, { needDeposit: true, rev })).status).toBe(200);
  gateway.clock.advance(60_000);
  expect((await rename("A minute later")).status).toBe(200);
});

test("a change of a colleague that is refused, or changes nothing, stops nobody's calls", async () => {
  const admin = await signedInAt(gateway, "admin");
  const [colleague, other] = [await signedInAt(gateway), await addPerson(gateway.parts, { phone: "9000000031" })];
  await gateway.stores.users.updateOne({ _id: colleague.userId }, { $set: { email: "" } });
  const path = `/users/${colleague.userId}`;
  const change = (body: object) => whileHeld(colleague.userId, () => admin.put(path, body));

  const answers = [
    await change({ suspend: false }),
    await change({ suspend: true, rev: 7 }),
    await change({ phone: other.phone }),
  ];
  const withoutEmail = await whileHeld(colleague.userId, () =>
    admin.put(`${path}/password`, { password: "blue-kettle-94" }),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
  expect(withoutEmail.status).toBe(400);
});

test("who holds an admin's token renames a colleague again and again, and the admin suspends that colleague all the same", async () => {
  const [admin, colleague] = [await signedInAt(gateway, "admin"), await signedInAt(gateway)];
  const stolen = `Bearer ${await gateway.openLogin(admin.userId, { isProved: false })}`;
  const path = `/users/${colleague.userId}`;
  const change = (body: object) => gateway.request.put(path).set("authorization", stolen).send(body);
  for (let at = 0; at < 10; at += 1) expect((await change({ name: `Name ${at}` })).status).toBe(200);

  const [renamed, unproved] = [await change({ name: "One more" }), await change({ suspend: true })];
  const suspended = await admin.put(path, { suspend: true });

  expect([renamed.status, suspended.status]).toEqual([429, 200]);
  // The console then asks for the proof.
  expect([unproved.status, unproved.body.needsProof]).toEqual([403, true]);
});
