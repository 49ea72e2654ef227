import { ObjectId } from "mongodb";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { defaultLimits } from "../../limits.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { openSignInBrowser } from "../../testing/sign-in-browser.ts";
import { openSmsInbox } from "../../testing/sms-inbox.ts";

const inbox = setUp(openSmsInbox);
const gateway = setUpGateway(() => ({
  smsTo: inbox.url,
  limits: {
    signInPerMinute: 100_000,
    otp: { ...defaultLimits.otp, webhookRetryMs: 10, webhookTryMs: 300 },
  },
  standingClock: true,
}));
beforeEach(() => {
  inbox.answerWith();
  inbox.received.length = 0;
});

/** A person at a known device: they are notified whether a code arrived. */
const known = async () => {
  const { phone } = await addPerson(gateway.parts);
  const browser = openSignInBrowser(gateway, inbox, phone);
  await browser.signIn();
  inbox.received.length = 0;
  return { phone, request: () => browser.post("/auth/otp", { phone }), logIn: (OTP: string) => browser.enter(OTP) };
};

test.each<[string, (number | "never")[]]>([
  ["refuses twice", [500, 502]],
  ["is silent once", ["never"]],
])("a webhook that %s is sent the same code again", async (_what, answers) => {
  const { phone, request, logIn } = await known();
  inbox.answerWith(...answers);

  const answer = await request();

  expect(answer.status).toBe(200);
  expect(inbox.received).toHaveLength(answers.length + 1);
  expect(new Set(inbox.received.map(({ otp }) => otp)).size).toBe(1);
  expect((await logIn(inbox.codeFor(phone))).status).toBe(200);
});

test("a code that could not be delivered is void, and the operator is notified", async () => {
  const { phone, request, logIn } = await known();
  inbox.answerWith(500, 500, 500);

  const answer = await request();

  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({
    success: false,
    code: expect.any(String),
    error: "The OTP could not be sent; try again shortly",
  });
  expect(inbox.received).toHaveLength(3);
  expect((await logIn(inbox.codeFor(phone))).status).toBe(401);
});

test("a webhook that never answers costs no more than the request may take", async () => {
  const { request } = await known();
  inbox.answerWith("never", "never", "never");

  const answer = await request();

  expect(answer.status).toBe(503);
  expect(answer.body.error).toBe("The OTP could not be sent; try again shortly");
});

test("a redirect is not followed, because it would carry the code to an address nobody configured", async () => {
  const { request } = await known();
  inbox.answerWith(307, 307, 307);

  expect((await request()).status).toBe(503);
});

test("after an outage of the webhook an operator is not locked out for the hour", async () => {
  const { phone, request, logIn } = await known();
  for (let n = 0; n < 6; n += 1) {
    inbox.answerWith(500, 500, 500);
    expect((await request()).status).toBe(503);
    expect((await request()).status).toBe(429);
    gateway.clock.advance(30_000);
  }

  inbox.answerWith();

  expect((await request()).status).toBe(200);
  expect((await logIn(inbox.codeFor(phone))).status).toBe(200);
});

test("a stranger is not notified that a code was not delivered; it is void all the same", async () => {
  const { _id, phone } = await addPerson(gateway.parts);
  const browser = openSignInBrowser(gateway, inbox, phone);
  const { redis, keys } = gateway.parts;
  inbox.answerWith(500, 500, 500);

  expect((await browser.post("/auth/otp", { phone })).body).toEqual({ success: true });

  await eventually(() => expect(inbox.received).toHaveLength(3));
  await eventually(async () => expect(await redis.exists(keys.otp(`${_id}:unknown`))).toBe(0));
  expect((await browser.enter(inbox.codeFor(phone))).status).toBe(401);
});

test("during an outage a stranger reads the same waits, whoever has the phone", async () => {
  const { _id, phone } = await addPerson(gateway.parts);
  const { redis, keys } = gateway.parts;
  const nobodys = String(Number.parseInt(`${new ObjectId()}`.slice(-7), 16)).padStart(10, "5");
  const call = async (to: string) => (await gateway.request.post("/auth/otp").send({ phone: to })).body;
  const said: [unknown, unknown][] = [];

  for (let n = 0; n < 6; n += 1) {
    inbox.answerWith(500, 500, 500);
    said.push([await call(phone), await call(nobodys)]);
    await eventually(async () => expect(await redis.exists(keys.otp(`${_id}:unknown`))).toBe(0));
    gateway.clock.advance(60_000);
  }

  expect(said.map(([own]) => own)).toEqual(said.map(([, nobody]) => nobody));
  expect(said.at(-1)?.[0]).toMatchObject({ success: false });
});
