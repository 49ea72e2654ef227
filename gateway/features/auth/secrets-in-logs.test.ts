import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "#shared/runtime/logger.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { defaultLimits } from "../../limits.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { openSmsInbox, wrongCode } from "../../testing/sms-inbox.ts";

let logged = "";
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    logged += String(chunk);
    done();
  },
});
const inbox = setUp(openSmsInbox);
const gateway = setUpGateway(() => ({
  smsTo: inbox.url,
  limits: { signInPerMinute: 100_000, otp: { ...defaultLimits.otp, everyMs: 0, webhookRetryMs: 1 } },
  log: createLogger("gateway", "trace", destination as never),
}));

test("at the most talkative level no log carries a phone, an email, a code, a password or a token", async () => {
  const password = "blue-kettle-94";
  const email = "asha.rao@example.test";
  const { phone } = await addPerson(gateway.parts, { role: "admin", email });
  const post = (path: string, body: object) => gateway.request.post(path).send(body);

  inbox.answerWith(500, 500, 500);
  expect((await post("/auth/otp", { phone })).status).toBe(200);
  await eventually(() => expect(logged).toContain("did not arrive"));
  await inbox.arrivedAfter(phone, () => post("/auth/otp", { phone }));
  const code = inbox.codeFor(phone);
  await post("/auth/login", { phone, OTP: wrongCode(code) });
  await post("/auth/login", { email, password });
  const { token } = (await post("/auth/login", { phone, OTP: code })).body;
  const authorised = (path: string) => gateway.request.post(path).set("authorization", `Bearer ${token}`);
  await authorised("/auth/proof/code").send({});
  await authorised("/auth/proof").send({ password });
  expect((await authorised("/auth/proof").send({ OTP: inbox.codeFor(phone) })).status).toBe(200);
  const other = { name: "Ravi", phone: "8123456789", email: "ravi@example.test", role: "staff", password };
  expect((await authorised("/auth/register").send(other)).status).toBe(200);
  expect((await authorised("/auth/register").send(other)).status).toBe(409);
  await gateway.request.get(`/users?phone=${phone}&token=${token}`).set("authorization", `Bearer ${token}`);
  await authorised("/auth/logout").send({});

  expect(logged).toContain("the one-time code webhook failed");
  expect(logged).toContain("the first admin was added");
  for (const secret of [phone, email, password, token, other.phone, other.email, "9000000001"]) {
    expect(logged).not.toContain(secret);
  }
  for (const { otp } of inbox.received) expect(logged).not.toMatch(new RegExp(`\\b${otp}\\b`));
});
