import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { defaultLimits } from "../../limits.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { openSmsInbox, wrongCode } from "../../testing/sms-inbox.ts";

const inbox = setUp(openSmsInbox);
const gateway = setUpGateway(() => ({
  smsTo: inbox.url,
  limits: { signInPerMinute: 100_000, mostStrangers: 5, otp: { ...defaultLimits.otp, everyMs: 0, perHour: 1_000 } },
}));

const post = (path: string, body: object) => gateway.request.post(path).send(body);
const call = (phone: string) => inbox.arrivedAfter(phone, () => post("/auth/otp", { phone, resend: true }));
const staffWithCode = async () => {
  const { phone, _id } = await addPerson(gateway.parts);
  expect((await call(phone)).body).toEqual({ success: true });
  const key = gateway.parts.keys.otp(`${_id.toHexString()}:unknown`);
  return { phone, key, code: inbox.codeFor(phone) };
};
const guess = (phone: string, OTP: string, path = "/auth/login") => post(path, { phone, OTP });
const statusesOf = async (guesses: PromiseLike<{ status: number }>[]) =>
  (await Promise.all(guesses)).map(({ status }) => status);

test("the code that was sent signs in once", async () => {
  const { phone, code } = await staffWithCode();

  const first = await guess(phone, code);
  const second = await guess(phone, code);

  expect(first.body).toEqual({ success: true, token: expect.any(String), failedTries: null });
  expect(second.status).toBe(401);
  expect(second.body).toEqual({ success: false, code: expect.any(String), error: "Invalid OTP" });
});

test("checking a code does not use it up", async () => {
  const { phone, code } = await staffWithCode();

  expect(await statusesOf([guess(phone, code, "/auth/check"), guess(phone, code, "/auth/check")])).toEqual([200, 200]);

  expect((await guess(phone, code)).status).toBe(200);
});

test("twenty browsers with the same right code at once: one signs in, and ten of the others were wrong tries", async () => {
  const { phone, code } = await staffWithCode();

  const statuses = await statusesOf(Array.from({ length: 20 }, () => guess(phone, code)));

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
});

test.each([
  ["four wrong tries leave the code alone", { checks: 2, logins: 2, after: 200 }],
  ["five wrong tries at the login void it", { checks: 0, logins: 5, after: 401 }],
  ["five wrong tries at the check void it", { checks: 5, logins: 0, after: 401 }],
  ["five wrong tries over both void it", { checks: 3, logins: 2, after: 401 }],
])("%s", async (_title, { checks, logins, after }) => {
  const { phone, code } = await staffWithCode();

  for (let n = 1; n <= checks; n += 1) expect((await guess(phone, wrongCode(code, n), "/auth/check")).status).toBe(401);
  for (let n = 1; n <= logins; n += 1) expect((await guess(phone, wrongCode(code, 50 + n))).status).toBe(401);

  expect((await guess(phone, code)).status).toBe(after);
});

test.each([
  { wrong: 4, after: 200 },
  { wrong: 5, after: 401 },
])("$wrong wrong guesses at the same moment are counted one by one", async ({ wrong, after }) => {
  const { phone, code } = await staffWithCode();

  await statusesOf(Array.from({ length: wrong }, (_, n) => guess(phone, wrongCode(code, n + 1))));

  expect((await guess(phone, code)).status).toBe(after);
});

test("fifty guesses at once: ten are answered, five of them compared, the others have to wait", async () => {
  const { phone, key, code } = await staffWithCode();

  const statuses = await statusesOf(
    Array.from({ length: 50 }, (_, n) => guess(phone, wrongCode(code, n + 1), n % 2 ? "/auth/check" : "/auth/login")),
  );

  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect((await guess(phone, code)).status).toBe(429);
  expect(await gateway.parts.redis.exists(key)).toBe(0);
});

test("a new code replaces the one before it, and starts with five tries of its own", async () => {
  const { phone, code } = await staffWithCode();
  for (let n = 1; n <= 4; n += 1) await guess(phone, wrongCode(code, n));
  do await call(phone);
  while (inbox.codeFor(phone) === code);
  const fresh = inbox.codeFor(phone);

  expect((await guess(phone, code)).status).toBe(401);
  expect((await guess(phone, fresh)).status).toBe(200);
});

test("Redis has no code that could be read or computed", async () => {
  const { key, code } = await staffWithCode();

  const stored = JSON.stringify(await gateway.parts.redis.hgetall(key));

  expect(stored).toMatch(/"hash":"[0-9a-f]{64}"/);
  expect(stored).not.toContain(`"${code}"`);
});

test("an operator's phone is noted as any other: its answer would else come a moment earlier", async () => {
  const { redis, keys } = gateway.parts;
  await redis.del(keys.guessedStrangers);
  const { phone } = await addPerson(gateway.parts);

  await post("/auth/check", { phone });

  await eventually(async () => expect(await redis.zcard(keys.guessedStrangers)).toBe(1));
});

test("however many phones that may not sign in are guessed, the last ones alone take room in Redis", async () => {
  const { redis, keys } = gateway.parts;
  // Phones of the tests before: those of operators are noted as well.
  await redis.del(keys.guessedStrangers);
  const counted = () => redis.zrange(keys.guessedStrangers, 0, "-1");
  const seen = new Set<string>();
  for (let n = 0; n < 12; n += 1) {
    const phone = String(5_000_000_000 + n);
    await post("/auth/otp", { phone });
    await guess(phone, "0042");
    await eventually(async () => expect(await counted()).toHaveLength(Math.min(n + 1, 5)));
    for (const name of await counted()) seen.add(name);
  }
  const kept = await counted();
  const rest = async (names: string[]) => {
    const of = names.flatMap((name) =>
      [keys.otp, keys.otpRequests, keys.wrongTries].map((key) => key(`${name}:unknown`)),
    );
    return (await Promise.all(of.map((key) => redis.exists(key)))).reduce((sum, one) => sum + one, 0);
  };

  expect(seen.size).toBe(12);
  expect(await rest(kept)).toBe(15);
  await eventually(async () => expect(await rest([...seen].filter((name) => !kept.includes(name)))).toBe(0));
});
