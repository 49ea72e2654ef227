import { randomInt } from "node:crypto";
import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { declaredEndpoints } from "../../testing/declared-endpoints.ts";
import { quickPassword } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpSignIn } from "../../testing/sign-in.fixture.ts";
import { wrongCode } from "../../testing/sms-inbox.ts";
import { createTokenHolder } from "../../testing/token-holder.ts";
import { hashPassword } from "./passwords.ts";

const [minutes, password] = [60_000, "correct horse battery"];
const needed = {
  success: false,
  code: "needs-proof",
  error: "Confirm that it is you, with a one-time code or your password",
  needsProof: true,
};
let hash: string;
const signIn = setUpSignIn();
const { gateway, inbox } = signIn;
beforeAll(async () => {
  hash = await hashPassword(password, quickPassword);
});

const withToken = createTokenHolder(signIn);
type Holder = Awaited<ReturnType<typeof withToken>>;
const phone = () => String(5_000_000_000 + randomInt(999_999_999));

/** What a stolen token must not do: the call, by what it does. */
const takeovers: [what: string, take: (by: Holder) => Promise<{ status: number; body: unknown }>][] = [
  ["sets a first password", ({ put }) => put("/auth/password", { password: "mangoTree7river" })],
  ["moves the own account to another phone", ({ person, put }) => put(`/users/${person._id}`, { phone: phone() })],
  ["changes the own email", ({ person, put }) => put(`/users/${person._id}`, { email: `x${person.email}` })],
  ["makes an API key", ({ post }) => post("/api-keys", { name: phone() })],
  ["adds a webhook", ({ post }) => post("/webhooks", { address: `https://events.example/${phone()}` })],
  ["adds an admin", ({ post }) => post("/auth/register", { name: "Thief", phone: phone(), role: "admin" })],
  ["adds staff", ({ post }) => post("/auth/register", { name: "Thief", phone: phone(), role: "staff" })],
  [
    "makes a customer an admin",
    async ({ put }) => put(`/users/${(await addPerson(gateway.parts, { role: "customer" }))._id}`, { role: "admin" }),
  ],
  [
    "moves another admin to another phone",
    async ({ put }) => put(`/users/${(await addPerson(gateway.parts, { role: "admin" }))._id}`, { phone: phone() }),
  ],
  [
    "suspends another admin",
    async ({ put }) => put(`/users/${(await addPerson(gateway.parts, { role: "admin" }))._id}`, { suspend: true }),
  ],
  [
    "sets another operator's password",
    async ({ put }) => {
      const other = await addPerson(gateway.parts, { email: `${new ObjectId()}@example.test` });
      return put(`/users/${other._id}/password`, { password: "mangoTree7river" });
    },
  ],
  ["lifts the limit of refunds", ({ put }) => put("/settings", { refundsAlone: null })],
];

test.each(takeovers)("a token alone never %s; the operator who confirms with a code does", async (_what, take) => {
  const holder = await withToken();

  const refused = await take(holder);
  expect([refused.status, refused.body]).toEqual([403, needed]);

  expect((await holder.proveByCode()).body).toEqual({ success: true });
  const done = await take(holder);
  expect([done.status, done.body]).toEqual([200, expect.objectContaining({ success: true })]);
});

const unit = `${new ObjectId()}`;
test.each<[string, string, object]>([
  ["renewing it", "registered-vending-machine/new-secret", { _id: unit }],
  ["registering it anew", "register-request", { serialNumber: "CU-0", vendingMachine: unit, name: "-" }],
  ["accepting a key", "register-request/accept-key", { serialNumber: "CU-0", fingerprint: "A1B2-C3D4" }],
])("a token alone gives nobody the secret of a control unit: %s", async (_what, path, body) => {
  const { post, proveByCode } = await withToken({ role: path.endsWith("secret") ? "admin" : "staff" });
  const take = () => post(`/vending-machines/${path}`, body);
  expect((await take()).body).toEqual(needed);
  await proveByCode();
  expect((await take()).status).toBe(404);
});

test("a token alone never downloads what is kept about a user", async () => {
  const { get, person, proveByCode } = await withToken();
  const download = () => get(`/users/${person._id}/data`);
  expect((await download()).body).toEqual(needed);
  await proveByCode();
  expect((await download()).body.user._id).toBe(`${person._id}`);
});

test.each<[string, (by: Holder, at: string) => Promise<{ status: number; body: unknown }>]>([
  ["renews its secret", ({ post }, at) => post(`${at}/secret`, {})],
  ["moves it", ({ put }, at) => put(at, { address: "https://elsewhere.example" })],
  ["removes it", ({ del }, at) => del(at)],
  ["sends a ping", ({ post }, at) => post(`${at}/test`, {})],
])("a token alone never changes where events go: %s", async (_what, take) => {
  const [holder, at] = [await withToken(), `/webhooks/${new ObjectId()}`];
  expect((await take(holder, at)).body).toEqual(needed);
  await holder.proveByCode();
  expect((await take(holder, at)).status).toBe(404);
});

test("which calls always want a proof is known, and the document says it", async () => {
  const always = (await declaredEndpoints()).filter(([, { freshProof }]) => freshProof === "always");
  const { paths } = (await gateway.request.get("/openapi.json")).body;
  expect(always.map(([name]) => name).sort()).toEqual([
    "acceptKey",
    "addApiKey",
    "addWebhook",
    "changeSettings",
    "changeWebhook",
    "deleteAccount",
    "endApiKey",
    "readUserData",
    "registerUnit",
    "removeWebhook",
    "renewSecret",
    "rotateWebhookSecret",
    "setPassword",
    "testWebhook",
  ]);
  expect(paths["/api/v1.2/api-keys"].post.description).toContain("needsProof");
  expect(paths["/api/v1.2/users/{id}"].put.description).toContain("needsProof");
  expect(paths["/api/v1.2/products"].post.description).toBeUndefined();
});

test("what changes nobody's access wants no proof: a customer's data, a colleague's name", async () => {
  const { post, put } = await withToken();
  const customer = await addPerson(gateway.parts, { role: "customer" });
  const colleague = await addPerson(gateway.parts);

  expect((await put(`/users/${customer._id}`, { phone: phone(), suspend: true })).status).toBe(200);
  expect((await put(`/users/${colleague._id}`, { name: "Renamed", phone: colleague.phone })).status).toBe(200);
  expect((await post("/auth/register", { name: "Customer", phone: phone() })).status).toBe(200);
});

test("a proof is worth five minutes, for the login that it was made with and no other", async () => {
  const { person, proveByCode, put } = await withToken();
  const other = await gateway.openLogin(person._id, { isProved: false });
  await proveByCode();

  const elsewhere = await gateway.request
    .put("/settings")
    .set("authorization", `Bearer ${other}`)
    .send({ refundsAlone: 1 });
  expect(elsewhere.status).toBe(403);
  gateway.clock.advance(5 * minutes - 1);
  expect((await put("/settings", { refundsAlone: 1 })).status).toBe(200);
  gateway.clock.advance(1);
  expect((await put("/settings", { refundsAlone: 2 })).body).toEqual(needed);
});

test("the password proves it as well; a wrong one does not, and signs nobody out", async () => {
  const { get, post, put } = await withToken({ password: hash });

  const wrong = await post("/auth/proof", { password: "wrong password" });
  expect([wrong.status, wrong.body.error]).toEqual([400, "Invalid password"]);
  expect((await put("/settings", { refundsAlone: null })).status).toBe(403);
  expect((await post("/auth/proof", { password })).body).toEqual({ success: true });

  expect((await put("/settings", { refundsAlone: null })).status).toBe(200);
  expect((await get("/auth/me")).status).toBe(200);
});

test("a sign-in code proves nothing, and a code that proves signs nobody in", async () => {
  const { person, post } = await withToken();
  const signIn = (OTP: string) => gateway.request.post("/auth/login").send({ phone: person.phone, OTP });
  const codes = async () => {
    const sendOne = () => gateway.request.post("/auth/otp").send({ phone: person.phone });
    await inbox.arrivedAfter(person.phone, sendOne);
    const signsIn = inbox.codeFor(person.phone);
    await post("/auth/proof/code");
    return { signsIn, proves: inbox.codeFor(person.phone) };
  };
  let { signsIn, proves } = await codes();
  while (signsIn === proves) {
    gateway.clock.advance(minutes);
    ({ signsIn, proves } = await codes());
  }

  expect((await post("/auth/proof", { OTP: signsIn })).body.error).toBe("Invalid OTP");
  expect((await signIn(proves)).status).toBe(401);
  expect((await post("/auth/proof", { OTP: proves })).status).toBe(200);
  expect((await signIn(signsIn)).status).toBe(200);
});

test("a code proves once, and five wrong ones void it; ten wrong tries wait for a day", async () => {
  const { person, post, proveByCode } = await withToken();
  await proveByCode();
  const used = inbox.codeFor(person.phone);
  expect((await post("/auth/proof", { OTP: used })).status).toBe(400);
  gateway.clock.advance(minutes);
  await post("/auth/proof/code");
  const code = inbox.codeFor(person.phone);
  for (let n = 1; n <= 5; n += 1) expect((await post("/auth/proof", { OTP: wrongCode(code, n) })).status).toBe(400);

  expect((await post("/auth/proof", { OTP: code })).status).toBe(400);
  for (let n = 0; n < 3; n += 1) await post("/auth/proof", { OTP: "0042" });

  const waits = await post("/auth/proof", { OTP: "0042" });
  expect([waits.status, waits.body.error]).toEqual([429, "Too many wrong tries. Try again in 24 hours"]);
});

test("codes to confirm with keep their distance, and one that could not be sent is void", async () => {
  const { person, post } = await withToken();
  inbox.answerWith(500, 500, 500);
  expect((await post("/auth/proof/code")).status).toBe(503);
  expect((await post("/auth/proof", { OTP: inbox.codeFor(person.phone) })).status).toBe(400);
  expect((await post("/auth/proof/code")).status).toBe(429);
});

test.each<[string, string, number]>([
  ["sets a first password", "password-changed", 1],
  ["moves the own account to another phone", "phone-changed", 1],
  ["changes the own email", "email-changed", 1],
  ["makes an API key", "api-key-created", 1],
  ["adds an admin", "operator-changed", 1],
  ["makes a customer an admin", "operator-changed", 1],
  ["sets another operator's password", "operator-changed", 1],
])("whoever %s is sent a notice to the former phone: %s", async (what, notice, times) => {
  const holder = await withToken();
  const [, take] = takeovers.find(([name]) => name === what) ?? [];
  await holder.proveByCode();

  await take?.(holder);

  await eventually(() => expect(inbox.noticesFor(holder.person.phone)).toEqual(Array(times).fill(notice)));
});

test("an operator whose phone or password another one changes is sent a notice to the old phone", async () => {
  const admin = await withToken();
  const other = await addPerson(gateway.parts, { email: `${new ObjectId()}@example.test` });
  await admin.proveByCode();

  await admin.put(`/users/${other._id}/password`, { password: "mangoTree7river" });
  await eventually(() => expect(inbox.noticesFor(other.phone)).toEqual(["password-changed"]));
  await admin.put(`/users/${other._id}`, { phone: phone() });

  await eventually(() => expect(inbox.noticesFor(other.phone)).toEqual(["password-changed", "phone-changed"]));
});

test("the audit says who confirmed, and how", async () => {
  const { person, proveByCode } = await withToken();
  await proveByCode();
  const line = await gateway.stores.audit.findOne({ "record.id": `${person._id}`, verb: "login.proved" });
  expect(line).toMatchObject({ actor: { kind: "operator", id: person._id }, after: { way: "code" } });
});
