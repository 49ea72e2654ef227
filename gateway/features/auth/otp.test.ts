import { expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpSignIn } from "../../testing/sign-in.fixture.ts";

const seconds = 1_000;
const minutes = 60_000;
const { gateway, inbox } = setUpSignIn();

const post = (path: string, body: object) => gateway.request.post(path).send(body);
const request = (phone: string) => inbox.arrivedAfter(phone, () => post("/auth/otp", { phone, resend: true }));

const anybody: [who: string, addPhone: () => Promise<string>][] = [
  ["an operator", async () => (await addPerson(gateway.parts)).phone],
  ["nobody", async () => unknownPhone()],
  ["a customer", async () => (await addPerson(gateway.parts, { role: "customer" })).phone],
  ["a suspended operator", async () => (await addPerson(gateway.parts, { suspend: true })).phone],
];
let unknown = 1_000_000_000;
const unknownPhone = () => {
  unknown += 1;
  return String(unknown);
};

test("a stranger gets the same answer for every phone: to a code request, to another one too soon, to a wrong guess", async () => {
  const answersFor = async (phone: string) => {
    const said: unknown[] = [];
    const say = async (path: string, body: object) => {
      const { status, body: answer } = await post(path, { phone, ...body });
      said.push([path, status, answer]);
    };
    await say("/auth/check", {});
    for (let n = 0; n < 2; n += 1) await say("/auth/otp", {});
    await say("/auth/check", { OTP: "004x" });
    return said;
  };
  const [operator, ...others] = await Promise.all(anybody.map(async ([, addPhone]) => answersFor(await addPhone())));

  for (const other of others) expect(other).toEqual(operator);
});

test("nobody but an operator is sent a code", async () => {
  const phones: string[] = [];
  for (const [, addPhone] of anybody.slice(1)) {
    const phone = await addPhone();
    expect((await post("/auth/otp", { phone })).status).toBe(200);
    phones.push(phone);
  }

  // It comes after whatever they could have been sent.
  await request((await addPerson(gateway.parts)).phone);
  expect(inbox.received.filter((sent) => phones.includes(sent.phone))).toEqual([]);
});

test("wrong codes are counted alike for every phone", async () => {
  for (const [who, addPhone] of anybody) {
    const phone = await addPhone();
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push(await post("/auth/login", { phone, OTP: "0042" }));

    expect(
      guesses.map(({ status }) => status),
      who,
    ).toEqual([...Array(10).fill(401), 429]);
    expect(guesses[0]?.body).toEqual({ success: false, code: expect.any(String), error: "Invalid OTP" });
  }
});

test("a stranger's answer does not wait for the code to be sent, whatever the sender does", async () => {
  const { phone } = await addPerson(gateway.parts);
  inbox.answerWith("never", "never", "never");

  expect((await request(phone)).body).toEqual({ success: true });
  inbox.answerWith();
});

test.each(["123456789", "12345678901", "98765abc10", ""])(
  "phone %j is refused as the console words it",
  async (phone) => {
    const answer = await request(phone);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error: "Invalid phone no" });
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

  const call = () => post("/auth/otp", { phone });
  const answers = await Promise.all(Array.from({ length: 50 }, call));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
  await eventually(() => expect(inbox.received.filter((sent) => sent.phone === phone)).toHaveLength(1));
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
    await eventually(() => expect(printed.some((line) => line.startsWith("OTP"))).toBe(true));
  } finally {
    stdout.mockRestore();
  }
  const code = /^OTP 9876543210 (\d{4})\n$/.exec(printed.find((line) => line.startsWith("OTP")) ?? "")?.[1];

  const answer = await trial.request.post("/auth/login").send({ phone: "9876543210", OTP: code });

  expect(answer.body.token).toEqual(expect.any(String));
});
