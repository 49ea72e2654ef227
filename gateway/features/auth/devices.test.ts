import { expect, test } from "vitest";
import { gatewayOfTest, quickPassword } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpPersonSigningIn } from "../../testing/person-signing-in.ts";
import { wrongCode } from "../../testing/sms-inbox.ts";
import { hashPassword } from "./passwords.ts";

const minutes = 60_000;
const day = 86_400_000;
const { gateway, guessUntilWait, inbox, openBrowser, person } = setUpPersonSigningIn();

test("who signs in is given a cookie that scripts and other sites cannot use, and MongoDB keeps only its hash", async () => {
  const browser = openBrowser();
  const answer = await browser.signIn();

  const cookie = (answer.headers["set-cookie"] as unknown as string[])[0] ?? "";
  expect(cookie).toMatch(/^device=[\w-]{43}; /);
  expect(cookie).toContain("; Path=/api/v1.2/auth");
  expect(cookie).toContain("; HttpOnly");
  expect(cookie).toContain("; SameSite=Strict");
  expect(cookie).not.toContain("Secure");
  const stored = await gateway.stores.devices.find({ user: person._id }).toArray();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(/device=([\w-]+)/.exec(cookie)?.[1]);
});

test.each([
  { TRUST_PROXY: "1", secure: true },
  { TRUST_PROXY: "false", secure: false },
])("behind an HTTPS proxy, with TRUST_PROXY=$TRUST_PROXY the cookie is secure: $secure", async (env) => {
  const { TRUST_PROXY, secure } = env;
  const proxied = await gatewayOfTest({
    smsTo: inbox.url,
    env: { TRUST_PROXY },
  });
  const { phone } = await addPerson(proxied.parts);
  await inbox.arrivedAfter(phone, () => proxied.request.post("/auth/otp").send({ phone }));

  const answer = await proxied.request
    .post("/auth/login")
    .set("x-forwarded-proto", "https")
    .send({ phone, OTP: inbox.codeFor(phone) });

  expect(/; Secure/.test(String(answer.headers["set-cookie"]))).toBe(secure);
});

test("strangers share ten wrong tries a day for an account, whatever address they claim, then wait", async () => {
  for (let n = 0; n < 10; n += 1) {
    const from = { "x-forwarded-for": `203.0.113.${n}` };
    const answer = await openBrowser().post("/auth/login", { phone: person.phone, OTP: "0042" }, from);
    expect(answer.status).toBe(401);
  }

  const refused = await openBrowser().post("/auth/login", { phone: person.phone, OTP: "0042" });

  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("86400");
  expect(refused.body.error).toBe(
    "Too many wrong tries. Try again in 24 hours, or use a device that you have signed in with before",
  );
  gateway.clock.advance(day);
  expect((await openBrowser().enter("0042")).status).toBe(401);
});

test("while strangers have to wait, not even the right code is compared for them", async () => {
  const stranger = openBrowser();
  expect((await stranger.requestCode()).status).toBe(200);
  const code = inbox.codeFor(person.phone);
  for (let n = 1; n <= 10; n += 1) await stranger.enter(wrongCode(code, n));

  expect((await stranger.enter(code)).status).toBe(429);
});

test("strangers who guess and request codes do not lock out a known device", async () => {
  const own = openBrowser();
  await own.signIn();
  gateway.clock.advance(61 * minutes);
  expect((await own.requestCode()).status).toBe(200);
  const code = inbox.codeFor(person.phone);
  for (let n = 0; n < 5; n += 1) {
    expect((await openBrowser().requestCode()).status).toBe(200);
    gateway.clock.advance(30_000);
  }
  expect((await openBrowser().requestCode()).status).toBe(429);
  expect((await guessUntilWait()).status).toBe(429);

  expect((await own.enter(code)).status).toBe(200);
  expect((await own.signIn()).status).toBe(200);
});

test("a known device has ten wrong tries of its own, and the right code forgets them", async () => {
  const own = openBrowser();
  await own.signIn();
  gateway.clock.advance(minutes);
  await own.requestCode();
  const code = inbox.codeFor(person.phone);
  for (let n = 1; n <= 4; n += 1) expect((await own.enter(wrongCode(code, n))).status).toBe(401);
  expect((await own.enter(code)).status).toBe(200);

  const refused = await guessUntilWait(own);

  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe("Too many wrong tries at this device. Try again in 24 hours");
  expect((await openBrowser().enter("0042")).status).toBe(401);
});

test("a hundred guesses at once at a known device: ten are answered", async () => {
  const own = openBrowser();
  await own.signIn();

  const answers = await Promise.all(
    Array.from({ length: 100 }, () => own.post("/auth/check", { phone: person.phone, OTP: "0042" })),
  );

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
});

test.each<[string, () => Promise<string>]>([
  [
    "another operator's",
    async () => {
      const other = openBrowser();
      await other.signIn((await addPerson(gateway.parts)).phone);
      return other.jar.cookie ?? "";
    },
  ],
  ["a forged", async () => `device=${"A".repeat(43)}`],
  ["a malformed", async () => 'device[$ne]=1; device={"$gt":""}'],
  [
    "an old",
    async () => {
      const own = openBrowser();
      await own.signIn();
      const stolen = own.jar.cookie ?? "";
      gateway.clock.advance(minutes);
      await own.signIn();
      return stolen;
    },
  ],
  [
    "an expired",
    async () => {
      const own = openBrowser();
      await own.signIn();
      gateway.clock.advance(90 * day);
      return own.jar.cookie ?? "";
    },
  ],
])("%s cookie is a stranger's", async (_whose, cookieOf) => {
  const cookie = await cookieOf();
  expect((await guessUntilWait()).status).toBe(429);

  expect((await openBrowser({ cookie }).enter("0042")).status).toBe(429);
});

test("a stolen cookie signs nobody in, and shares the ten tries of the device that it was stolen from", async () => {
  const own = openBrowser();
  await own.signIn();
  const thief = openBrowser({ ...own.jar });

  expect((await thief.post("/auth/me", {})).status).toBe(404);
  expect((await gateway.request.get("/auth/me").set("cookie", own.jar.cookie ?? "")).status).toBe(401);
  expect((await guessUntilWait(thief)).status).toBe(429);
  expect((await own.enter("0042")).status).toBe(429);
});

test("two operators of one browser are both known there, each with their own tries", async () => {
  const other = await addPerson(gateway.parts);
  const shared = openBrowser();
  await shared.signIn();
  await shared.signIn(other.phone);
  for (const { phone } of [person, other]) expect((await guessUntilWait(openBrowser(), phone)).status).toBe(429);
  expect((await guessUntilWait(shared)).status).toBe(429);

  expect((await shared.enter("0042", other.phone)).status).toBe(401);
});

test("ten wrong codes of a stranger keep nobody out who has the right password, at a device that nobody knows", async () => {
  const [email, password] = [`${person._id}@example.test`, "correct horse battery"];
  await gateway.stores.users.updateOne(
    { _id: person._id },
    { $set: { email, password: await hashPassword(password, quickPassword) } },
  );
  expect((await guessUntilWait()).status).toBe(429);

  expect((await openBrowser().post("/auth/login", { email, password: "wrong password" })).status).toBe(401);
  expect((await openBrowser().post("/auth/login", { email, password })).status).toBe(200);
  expect((await openBrowser().enter("0042")).status).toBe(429);
});
