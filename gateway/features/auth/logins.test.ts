import { createHmac } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";

const gateway = setUpGateway({ standingClock: true });

const me = (token: string) => gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`);
const signedOut = { success: false, code: "unauthenticated", error: "Please sign in" };
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const signedWith = (secret: string, head: object, claims: object) => {
  const text = `${part(head)}.${part(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};

test("the token shows who is signed in, and nothing more than the console needs", async () => {
  const { token, userId } = await gateway.signIn("staff");

  const { body, status } = await me(token);

  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    user: {
      _id: userId.toHexString(),
      name: "Test staff",
      phone: expect.any(String),
      email: expect.any(String),
      role: "staff",
      suspend: false,
      needDeposit: false,
      needSecurityDeposit: false,
      hasPenalty: false,
    },
    hasColleague: expect.any(Boolean),
  });
});

test.each<[string, (token: string) => string | undefined]>([
  ["no token at all", () => undefined],
  ["no bearer", (token) => token],
  ["another scheme", (token) => `Basic ${token}`],
  ["rubbish", () => "Bearer rubbish"],
  ["three parts of rubbish", () => "Bearer a.b.c"],
  ["a changed signature", (token) => `Bearer ${token.slice(0, -4)}AAAA`],
  ["a missing signature", (token) => `Bearer ${token.split(".").slice(0, 2).join(".")}.`],
  ["the algorithm none", (token) => `Bearer ${part({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`],
  [
    "another user's id on the same signature",
    (token) => {
      const [head, , signature] = token.split(".");
      return `Bearer ${head}.${part({ ...claimsOf(token), sub: new ObjectId().toHexString() })}.${signature}`;
    },
  ],
  [
    "another secret",
    (token) =>
      `Bearer ${signedWith("another secret, long enough to be one", { alg: "HS256", typ: "JWT" }, claimsOf(token))}`,
  ],
])("with %s the answer is 401", async (_what, header) => {
  const { token } = await gateway.signIn();
  const authorization = header(token);
  const call = gateway.request.get("/auth/me");

  const answer = await (authorization === undefined ? call : call.set("authorization", authorization));

  expect(answer.status).toBe(401);
  expect(answer.body).toEqual(signedOut);
});

test.each<[string, object]>([
  ["a user who does not exist", { sub: new ObjectId().toHexString() }],
  ["a login that does not exist", { jti: new ObjectId().toHexString() }],
  ["no login", { jti: undefined }],
  ["no issuer", { iss: undefined }],
  ["another issuer", { iss: "someone-else" }],
  ["two issuers", { iss: ["cansole", "someone-else"] }],
  ["no end", { exp: undefined }],
  ["an end that is no number", { exp: "never" }],
  ["an end that is past", { exp: 1 }],
  ["an id that is none", { sub: { $ne: null } }],
])("a token signed here for %s is 401", async (_what, change) => {
  const { token } = await gateway.signIn();
  const forged = signedWith(gateway.config.JWT_SECRET, { alg: "HS256", typ: "JWT" }, { ...claimsOf(token), ...change });

  expect((await me(forged)).status).toBe(401);
});

test("while JWT_SECRET is replaced, tokens of the previous one are valid, and new ones are of the new one", async () => {
  const { token, userId } = await gateway.signIn();
  const env = { JWT_SECRET: "the secret that replaces the other one", JWT_SECRET_PREVIOUS: gateway.config.JWT_SECRET };
  const replaced = await gatewayOfTest({ beside: gateway, env });
  const removed = await gatewayOfTest({ beside: gateway, env: { JWT_SECRET: env.JWT_SECRET } });
  const meAt = (at: typeof gateway, of: string) => at.request.get("/auth/me").set("authorization", `Bearer ${of}`);

  expect((await meAt(replaced, token)).status).toBe(200);
  expect((await meAt(removed, token)).status).toBe(401);
  expect((await meAt(removed, await replaced.openLogin(userId))).status).toBe(200);
});

test("a token with another algorithm is 401, even signed with the right secret", async () => {
  const { token } = await gateway.signIn();
  const other = signedWith(gateway.config.JWT_SECRET, { alg: "HS512", typ: "JWT" }, claimsOf(token));

  expect((await me(other)).status).toBe(401);
});

test("one operator's login does not open with another's id", async () => {
  const [one, other] = await Promise.all([gateway.signIn("staff"), gateway.signIn("admin")]);
  const mixed = { ...claimsOf(one.token), sub: other.userId.toHexString() };

  const answer = await me(signedWith(gateway.config.JWT_SECRET, { alg: "HS256", typ: "JWT" }, mixed));

  expect(answer.status).toBe(401);
});

test("signing out ends this login at once and leaves the operator's other ones alone", async () => {
  const { token } = await gateway.signIn();
  const elsewhere = await gateway.signIn();

  const out = await gateway.request.post("/auth/logout").set("authorization", `Bearer ${token}`);

  expect(out.body).toEqual({ success: true });
  expect((await me(token)).status).toBe(401);
  expect((await me(elsewhere.token)).status).toBe(200);
});

test.each<[string, Partial<UserDocument>]>([
  ["was suspended", { suspend: true }],
  ["became a customer", { role: "customer" }],
])("an operator who %s loses HTTP with the next request", async (_what, change) => {
  const { token, userId } = await gateway.signIn();
  expect((await me(token)).status).toBe(200);

  await gateway.stores.users.updateOne({ _id: userId }, { $set: change });

  expect((await me(token)).status).toBe(401);
});

test("an admin who became staff stays signed in with the rights of staff", async () => {
  const { token, userId } = await gateway.signIn("admin");
  await gateway.stores.users.updateOne({ _id: userId }, { $set: { role: "staff" } });

  const answer = await gateway.request
    .post("/auth/register")
    .set("authorization", `Bearer ${token}`)
    .send({ name: "Second admin", phone: "8000000001", role: "admin" });

  expect(answer.status).toBe(403);
  expect((await me(token)).body.user.role).toBe("staff");
});

test("a login whose record has gone is over", async () => {
  const { token, userId } = await gateway.signIn();

  await gateway.stores.logins.deleteMany({ user: userId });

  expect((await me(token)).status).toBe(401);
});

const minutes = 60_000;
const hour = 60 * minutes;

test("a login that is used ends after twelve hours all the same", async () => {
  const { token } = await gateway.signIn();
  for (let passed = 0; passed < 11; passed += 1) {
    gateway.clock.advance(hour);
    expect((await me(token)).status).toBe(200);
  }
  gateway.clock.advance(hour - 1_000);
  expect((await me(token)).status).toBe(200);

  gateway.clock.advance(1_000);

  expect((await me(token)).status).toBe(401);
});

test("a login that nobody uses ends after two hours, and does not come back", async () => {
  const { token } = await gateway.signIn();
  gateway.clock.advance(2 * hour - 1);
  const unseen = gateway.request.get("/auth/me").set("x-page-hidden", "1");
  expect((await unseen.set("authorization", `Bearer ${token}`)).status).toBe(200);

  gateway.clock.advance(1);

  expect((await me(token)).status).toBe(401);
  expect((await me(token)).status).toBe(401);
});

test("use is stored at most once a minute", async () => {
  const { token, userId } = await gateway.signIn();
  const { logins } = gateway.stores;
  const lastUsedAt = async () => (await logins.findOne({ user: userId }))?.lastUsedAt?.getTime();
  const opened = await lastUsedAt();
  gateway.clock.advance(59_000);
  await me(token);
  expect(await lastUsedAt()).toBe(opened);

  gateway.clock.advance(1_000);
  await Promise.all(Array.from({ length: 10 }, () => me(token)));

  expect(await lastUsedAt()).toBe(gateway.clock.now());
});

test("a login from before logins were counted as used still stands, and counts from its next use", async () => {
  const { token, userId } = await gateway.signIn();
  await gateway.stores.logins.updateOne({ user: userId }, { $unset: { lastUsedAt: "" } });
  gateway.clock.advance(3 * hour);

  expect((await me(token)).status).toBe(200);
  gateway.clock.advance(2 * hour);

  expect((await me(token)).status).toBe(401);
});

test("how long a login lasts is configured", async () => {
  const strict = await gatewayOfTest({
    standingClock: true,
    env: { LOGIN_HOURS: "1", LOGIN_IDLE_MINUTES: "5" },
  });
  const sendOne = (token: string) => strict.request.get("/auth/me").set("authorization", `Bearer ${token}`);
  const [idle, busy] = [await strict.signIn(), await strict.signIn()];
  for (let passed = 0; passed < 14; passed += 1) {
    strict.clock.advance(4 * minutes);
    await sendOne(busy.token);
  }
  strict.clock.advance(4 * minutes - 1_000);

  expect([(await sendOne(idle.token)).status, (await sendOne(busy.token)).status]).toEqual([401, 200]);
  strict.clock.advance(1_000);
  expect((await sendOne(busy.token)).status).toBe(401);
});
