import { ObjectId } from "mongodb";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { untilCompared } from "../../testing/sign-in.fixture.ts";
import { hashPassword } from "./passwords.ts";

const old = "correct horse battery";
const fresh = "mangoTree7river";
const minute = 60_000;
let hash: string;
let person: UserDocument;
let next = 0;

const gateway = setUpGateway({
  limits: { signInPerMinute: 100_000, httpMs: 20_000, wrongTries: { most: 3, withinMs: 86_400_000 } },
  standingClock: true,
});
beforeAll(async () => {
  hash = await hashPassword(old, quickPassword);
});
beforeEach(async () => {
  next += 1;
  person = await addPerson(gateway.parts, { name: "Asha Rao", email: `asha${next}@example.test`, password: hash });
});

const phoneAgent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36";
const deskAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";

const callsWith = (token: string) => {
  const call = (method: "get" | "put" | "delete" | "post") => (path: string, body?: object) =>
    gateway.request[method](path).set("authorization", `Bearer ${token}`).send(body);
  return { get: call("get"), put: call("put"), delete: call("delete"), post: call("post") };
};
/** Signs in with the password, and is a known device from then on. */
const signIn = async (agent = deskAgent, password = old) => {
  const answer = await gateway.request
    .post("/auth/login")
    .set({ "user-agent": agent, "x-forwarded-for": "203.0.113.9" })
    .send({ email: person.email, password });
  expect(answer.status).toBe(200);
  return callsWith(answer.body.token);
};
/** Where the password is not the matter: to compare one takes a quarter of a second. */
const openLogin = async () => callsWith(await gateway.openLogin(person._id));
const devices = () => gateway.stores.devices.countDocuments({ user: person._id });
const verbs = async () => {
  const lines = await gateway.stores.audit
    .find({ "record.id": person._id.toHexString() }, { sort: { at: 1, _id: 1 } })
    .toArray();
  return lines.map(({ verb, after }) => (after?.why ? `${verb} ${after.why}` : verb));
};

test("an operator sees their profile and their logins, this login first; addresses are not the claimed ones", async () => {
  await signIn(phoneAgent);
  gateway.clock.advance(minute);
  const here = await signIn();

  const { body } = await here.get("/auth/account");

  expect(body).toMatchObject({
    success: true,
    user: { _id: person._id.toHexString(), email: person.email, role: "staff" },
    hasPassword: true,
    failedTries: null,
    logins: [
      { device: "Firefox on Windows", isThis: true, createdAt: new Date(gateway.clock.now()).toISOString() },
      { device: "Chrome on Android", isThis: false },
    ],
  });
  for (const { from } of body.logins) expect(from).toMatch(/127\.0\.0\.1|::1/);
  expect(JSON.stringify(body)).not.toContain(hash);
});

test("one login is ended at once, its device is forgotten, and the others stay", async () => {
  const [here, elsewhere] = [await signIn(), await signIn(phoneAgent)];
  const { logins } = (await here.get("/auth/account")).body;
  const other = logins.find(({ isThis }: { isThis: boolean }) => !isThis);

  const { status, body } = await here.delete(`/auth/logins/${other._id}`);

  expect(status).toBe(200);
  expect(body.logins.map(({ device }: { device: string }) => device)).toEqual(["Firefox on Windows"]);
  expect((await elsewhere.get("/auth/me")).status).toBe(401);
  expect((await here.get("/auth/me")).status).toBe(200);
  expect(await devices()).toBe(1);
  expect((await here.delete(`/auth/logins/${other._id}`)).status).toBe(404);
  expect((await verbs()).at(-1)).toBe("login.ended ended");
});

test("all others are ended in one go", async () => {
  const others = [await openLogin(), await openLogin(), await openLogin()];
  const here = await openLogin();

  const { body } = await here.delete("/auth/logins");

  expect(body.logins).toHaveLength(1);
  for (const other of others) expect((await other.get("/auth/me")).status).toBe(401);
  expect((await here.get("/auth/me")).status).toBe(200);
});

test("nobody ends another operator's login", async () => {
  const here = await openLogin();
  const stranger = await signedInAt(gateway, "admin");
  const [own] = (await here.get("/auth/account")).body.logins;

  expect((await stranger.delete(`/auth/logins/${own._id}`)).status).toBe(404);
  expect((await here.get("/auth/me")).status).toBe(200);
});

test("an idle or ended login is not among those that stand", async () => {
  const elsewhere = await openLogin();
  await (await openLogin()).post("/auth/logout");
  gateway.clock.advance(119 * minute);
  const here = await openLogin();
  gateway.clock.advance(minute);

  expect((await here.get("/auth/account")).body.logins).toHaveLength(1);
  expect((await elsewhere.get("/auth/me")).status).toBe(401);
});

test("a password is changed by who knows the present one; other logins end and other devices are strangers", async () => {
  const [elsewhere, here] = [await signIn(phoneAgent), await signIn()];

  expect((await here.put("/auth/password", { present: old, password: fresh })).body).toEqual({ success: true });

  expect((await here.get("/auth/me")).status).toBe(200);
  expect((await elsewhere.get("/auth/me")).status).toBe(401);
  expect(await devices()).toBe(1);
  await signIn(deskAgent, fresh);
  const login = { email: person.email, password: old };
  expect((await gateway.request.post("/auth/login").send(login)).status).toBe(401);
  await eventually(async () =>
    expect(await verbs()).toEqual([
      ...["login.opened", "login.opened", "user.password-set", "login.ended password-changed", "login.opened"],
      "login.failed",
    ]),
  );
});

test("the first password needs none before it", async () => {
  const codeOnly = await addPerson(gateway.parts, { email: `code${next}@example.test` });
  const token = await gateway.openLogin(codeOnly._id);
  const answer = await gateway.request
    .put("/auth/password")
    .set("authorization", `Bearer ${token}`)
    .send({ password: fresh });

  expect(answer.status).toBe(200);
  person = codeOnly;
  await signIn(deskAgent, fresh);
});

test.each<[string, object, string]>([
  ["a wrong present one", { present: "not the present one", password: fresh }, "present: is not your current password"],
  ["none", { password: fresh }, "present: is not your current password"],
  ["a short new one", { present: old, password: "kQ7!vz0Lp2#" }, "password: must be at least 12 characters"],
  ["a common new one", { present: old, password: "Password@1234" }, "password: is too easy to guess"],
  ["one like the year", { present: old, password: "Summer2026!!!" }, "password: is too easy to guess"],
  ["one like the name", { present: old, password: "AshaRao-2026" }, "password: is too easy to guess"],
])("with %s the password stays", async (_what, body, error) => {
  const here = await openLogin();

  const answer = await here.put("/auth/password", body);

  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain(error);
  await signIn();
});

test("a stolen token cannot guess the present password: three wrong ones, then even the right one waits", async () => {
  const here = await openLogin();
  const guess = (present: string) => here.put("/auth/password", { present, password: fresh });

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => untilCompared(() => guess(`wrong password ${n}`))),
  );

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await guess(old)).status).toBe(429);
});

test("an admin sets another's password, and that one's logins all end", async () => {
  const admin = await signedInAt(gateway, "admin");
  const theirs = await signIn();

  expect((await admin.put(`/users/${person._id}/password`, { password: fresh })).status).toBe(200);

  expect((await theirs.get("/auth/me")).status).toBe(401);
  expect(await devices()).toBe(0);
  await signIn(deskAgent, fresh);
});

test.each<[string, () => Promise<[UserDocument | ObjectId, "admin" | "staff"]>, number, string]>([
  ["staff", async () => [person, "staff"], 403, "Only an admin may set a password for somebody else"],
  [
    "for a customer",
    async () => [await addPerson(gateway.parts, { role: "customer", email: "c@example.test" }), "admin"],
    400,
    "password: a customer cannot sign in",
  ],
  [
    "without an email",
    async () => [await addPerson(gateway.parts), "admin"],
    400,
    "email: is required with a password",
  ],
  ["for nobody", async () => [new ObjectId(), "admin"], 404, "There is no user"],
])("a password is refused: %s", async (_what, input, status, error) => {
  const [whom, role] = await input();
  const operator = await signedInAt(gateway, role);

  const answer = await operator.put(`/users/${whom instanceof ObjectId ? whom : whom._id}/password`, {
    password: fresh,
  });

  expect(answer.status).toBe(status);
  expect(answer.body.error).toContain(error);
});

test("an admin changes the own password with the present one only", async () => {
  const admin = await signedInAt(gateway, "admin");

  const answer = await admin.put(`/users/${admin.userId}/password`, { password: fresh });

  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe("Change your own password on the Account page");
});

test("each answer says what time it is by MongoDB's clock and in which zone days begin, a refusal and a packed list as well", async () => {
  const { get } = await openLogin();
  gateway.clock.advance(90_000);
  const now = `${gateway.clock.now()}`;

  const answers = [await get("/auth/me"), await get("/vending-machines"), await gateway.request.get("/auth/me")];

  expect(answers.map(({ status, headers }) => [status, headers["x-server-time"], headers["x-time-zone"]])).toEqual([
    [200, now, "Asia/Kolkata"],
    [200, now, "Asia/Kolkata"],
    [401, now, "Asia/Kolkata"],
  ]);
});
