import { expect, test, vi } from "vitest";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import { gatewayOfTest } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpSignIn } from "../../testing/sign-in-bench.ts";

const seconds = 1_000;
const minutes = 60_000;
const { gateway, inbox } = setUpSignIn();

const post = (path: string, body: object) => gateway.request.post(path).send(body);
const request = (phone: string) => post("/auth/otp", { phone, resend: true });

test.each<[string, Partial<UserDocument>, number]>([
  ["staff", { role: "staff" }, 200],
  ["an admin", { role: "admin" }, 200],
  ["a customer", { role: "customer" }, 403],
  ["a suspended operator", { role: "staff", suspend: true }, 403],
])("%s who asks for a code gets what the check said before", async (_who, person, status) => {
  const { phone } = await addPerson(gateway.parts, person);

  expect((await post("/auth/check", { phone, resend: false })).status).toBe(status);
  expect((await request(phone)).status).toBe(status);
  expect(inbox.received.some((delivery) => delivery.phone === phone)).toBe(status === 200);
});

test("a phone that nobody has may not sign in, whatever is tried with it", async () => {
  const phone = "1000000000";

  expect((await post("/auth/check", { phone })).status).toBe(403);
  expect((await request(phone)).status).toBe(403);
  expect((await post("/auth/login", { phone, OTP: "1234" })).status).toBe(403);
});

test.each(["123456789", "12345678901", "98765abc10", ""])(
  "phone %j is refused as the console words it",
  async (phone) => {
    const answer = await request(phone);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ success: false, error: "Invalid phone no" });
  },
);

test("a code goes with the phone that it was sent to: whoever lost that phone does not sign in with the next one", async () => {
  const { _id, phone } = await addPerson(gateway.parts);
  await request(phone);
  const OTP = inbox.codeFor(phone);
  const next = "8000000017";
  await gateway.stores.users.updateOne({ _id }, { $set: { phone: next } });

  const refused = await post("/auth/login", { phone: next, OTP });

  expect([refused.status, refused.body.error]).toEqual([401, "Invalid OTP"]);
  gateway.clock.advance(31 * seconds);
  expect((await request(next)).status).toBe(200);
  expect((await post("/auth/login", { phone: next, OTP: inbox.codeFor(next) })).status).toBe(200);
});

test("a second code within 30 seconds is refused and says how long to wait", async () => {
  const { phone } = await addPerson(gateway.parts);
  expect((await request(phone)).status).toBe(200);
  gateway.clock.advance(12 * seconds);

  const early = await request(phone);

  expect(early.status).toBe(429);
  expect(early.headers["retry-after"]).toBe("18");
  expect(early.body.error).toBe("Too many OTP requests. Try again in 18 seconds");
  gateway.clock.advance(18 * seconds);
  expect((await request(phone)).status).toBe(200);
});

test("the sixth code within an hour is refused until the hour has passed", async () => {
  const { phone } = await addPerson(gateway.parts);
  for (let n = 0; n < 5; n += 1) {
    expect((await request(phone)).status).toBe(200);
    gateway.clock.advance(1 * minutes);
  }

  const sixth = await request(phone);

  expect(sixth.status).toBe(429);
  expect(sixth.headers["retry-after"]).toBe(String(55 * 60));
  expect(sixth.body.error).toBe("Too many OTP requests. Try again in 55 minutes");
  gateway.clock.advance(55 * minutes);
  expect((await request(phone)).status).toBe(200);
  expect((await request((await addPerson(gateway.parts)).phone)).status).toBe(200);
});

test("fifty requests at once send one code", async () => {
  const { phone } = await addPerson(gateway.parts);

  const answers = await Promise.all(Array.from({ length: 50 }, () => request(phone)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
  expect(inbox.received.filter((delivery) => delivery.phone === phone)).toHaveLength(1);
});

test.each([
  { after: 5 * minutes - 1, status: 200 },
  { after: 5 * minutes, status: 401 },
])("a code that is $after ms old answers $status", async ({ after, status }) => {
  const { phone } = await addPerson(gateway.parts);
  await request(phone);
  gateway.clock.advance(after);

  const answer = await post("/auth/login", { phone, OTP: inbox.codeFor(phone) });

  expect(answer.status).toBe(status);
});

test("a code has four digits, leading zeros included", async () => {
  const { phone } = await addPerson(gateway.parts);
  await request(phone);

  expect(inbox.codeFor(phone)).toMatch(/^\d{4}$/);
});

test("a trial prints the code as a line of its own and lets its own phone in", async () => {
  const trial = await gatewayOfTest();
  const printed: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  try {
    await trial.request.post("/auth/otp").send({ phone: "9876543210", resend: false });
  } finally {
    stdout.mockRestore();
  }
  const code = /^OTP 9876543210 (\d{4})\n$/.exec(printed.find((line) => line.startsWith("OTP")) ?? "")?.[1];

  const answer = await trial.request.post("/auth/login").send({ phone: "9876543210", OTP: code });

  expect(answer.body.token).toEqual(expect.any(String));
});
