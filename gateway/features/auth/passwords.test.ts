import { setImmediate as inAMoment } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { defaultLimits } from "../../limits.ts";
import { gatewayOfTest, quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { untilCompared } from "../../testing/sign-in.fixture.ts";
import { hashPassword, inPasswordTurn, longestWaitMs, type PasswordLine, passwordsWaiting } from "./passwords.ts";

const password = "correct horse battery";
let hash: string;
const gateway = setUpGateway({
  limits: { signInPerMinute: 100_000, httpMs: 20_000, wrongTries: { most: 3, withinMs: 86_400_000 } },
});
beforeAll(async () => {
  hash = await hashPassword(password, quickPassword);
});

let next = 0;
const staff = async (options = {}) => {
  next += 1;
  return addPerson(gateway.parts, { email: `person${next}@example.test`, password: hash, ...options });
};
const logIn = (email: string, given: string, path = "/auth/login") =>
  gateway.request.post(path).send({ email, password: given });

test("a stored password costs as much as OWASP wants: tests alone pay less", () => {
  const { N, r, p } = defaultLimits.passwordCost;

  expect({ N, r, p }).toEqual({ N: 32_768, r: 8, p: 3 });
});

test("a password that was stored at the full cost signs in at it", async () => {
  const gateway = await gatewayOfTest({ limits: { passwordCost: defaultLimits.passwordCost } });
  const hash = await hashPassword(password, defaultLimits.passwordCost);
  const { email } = await addPerson(gateway.parts, { email: "full@example.test", password: hash });

  expect((await gateway.request.post("/auth/login").send({ email, password })).status).toBe(200);
});

test("email and password sign in, whatever the case of the email", async () => {
  const { email } = await staff();

  expect((await logIn(email, password, "/auth/check")).body).toEqual({ success: true });
  const answer = await logIn(email.toUpperCase(), password);

  expect(answer.body).toEqual({ success: true, token: expect.any(String), failedTries: null });
});

test("a wrong password, an unknown email and an operator without a password get the same answer", async () => {
  const [known, codeOnly] = [await staff(), await staff({ password: null })];

  const answers = [
    await logIn(known.email, "wrong password"),
    await logIn("nobody@example.test", password),
    await logIn(codeOnly.email, password),
  ];

  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect(body).toEqual({ success: false, code: expect.any(String), error: "Invalid email or password" });
  }
});

test.each([{ suspend: true }, { role: "customer" as const }])("the right password of %o is 403", async (options) => {
  const { email } = await staff(options);

  expect((await logIn(email, password)).status).toBe(403);
});

test("eight passwords at once: three are compared, the others have to wait, and then so does the right one", async () => {
  const { email } = await staff();

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => untilCompared(() => logIn(email, `wrong password ${n}`))),
  );

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  const late = answers.filter(({ status }) => status === 429);
  expect(late).toHaveLength(5);
  expect(Number(late[0]?.headers["retry-after"])).toBeGreaterThan(86_000);
  expect(late[0]?.body.error).toBe(
    "Too many wrong tries. Try again in 24 hours, or use a device that you have signed in with before",
  );
  expect((await logIn(email, password)).status).toBe(429);
});

test("the right password is no wrong try, however often it is given", async () => {
  const { email } = await staff();

  for (let n = 0; n < 4; n += 1) expect((await logIn(email, password)).status).toBe(200);
});

test("an email that nobody has is made to wait like any other, so that waiting does not reveal which exist", async () => {
  const email = "nobody.at.all@example.test";
  for (let n = 0; n < 3; n += 1) expect((await logIn(email, "wrong password")).status).toBe(401);

  expect((await logIn(email, "wrong password")).status).toBe(429);
});

/** Takes every place of these lines, where a password is worked on or waits, until it is released. */
const takeAllTurns = (lines: PasswordLine[] = ["known", "stranger"]) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const taken = lines.flatMap((line) =>
    Array.from({ length: 1 + passwordsWaiting }, () => inPasswordTurn(line, () => held)),
  );
  return async () => {
    go();
    await Promise.all(taken);
  };
};

test("a flood of passwords is refused at once and counts for nobody, so that the threads stay free for the others", async () => {
  const { email } = await staff();
  const release = takeAllTurns();

  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await logIn(email, `wrong password ${n}`));
  await release();

  for (const { status, body } of answers) {
    expect(status).toBe(503);
    expect(body.error).toBe("Too many passwords are being checked right now; try again shortly");
  }
  expect((await logIn(email, password)).status).toBe(200);
});

test("a stranger's flood of passwords keeps nobody from signing in at a device that is known, or from setting a password", async () => {
  const { email } = await staff();
  const cookie = String((await logIn(email, password)).headers["set-cookie"]?.[0]).split(";")[0] ?? "";
  const admin = await signedInAt(gateway, "admin");
  const release = takeAllTurns(["stranger"]);

  const signedIn = await gateway.request.post("/auth/login").set("cookie", cookie).send({ email, password });
  const set = await admin.put(`/users/${(await staff())._id}/password`, { password: "blue-kettle-94" });
  const elsewhere = await logIn(email, password);
  await release();

  expect([signedIn.status, set.status, elsewhere.status]).toEqual([200, 200, 503]);
});

/** Confirms with passwords who calls, by a login that stands. */
const proving = async () => {
  const token = await gateway.openLogin((await staff())._id, { isProved: false });
  return (given: string) =>
    gateway.request.post("/auth/proof").set("authorization", `Bearer ${token}`).send({ password: given });
};

test("a flood of one login's wrong passwords takes three turns; all others of it have to wait", async () => {
  const prove = await proving();

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => untilCompared(() => prove(`wrong password ${n}`))),
  );

  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(3).fill(400), ...Array(37).fill(429)]);
});

test.each(["/auth/login", "/auth/check"])(
  "at %s a caller with no tries left is refused even while no place is free",
  async (path) => {
    const { email } = await staff();
    for (let n = 0; n < 3; n += 1) await logIn(email, "wrong password", path);
    const release = takeAllTurns();

    const { status } = await logIn(email, "wrong password", path);
    await release();

    expect(status).toBe(429);
  },
);

test("a password that finds no place leaves the login's wrong tries as they were", async () => {
  const prove = await proving();
  for (let n = 0; n < 2; n += 1) expect((await prove("wrong password")).status).toBe(400);
  const release = takeAllTurns();
  expect((await prove(password)).status).toBe(503);
  await release();

  expect((await prove("wrong password")).status).toBe(400);
  expect((await prove("wrong password")).status).toBe(429);
});

test("a password whose turn comes too late is not worked on: its caller was answered long ago", async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const before = inPasswordTurn("known", () => held);
  const work = vi.fn(async () => "done");
  await inAMoment();
  const late = expect(inPasswordTurn("known", work)).rejects.toThrow("Too many passwords are being checked right now");
  const passed = performance.now() + longestWaitMs + 1;
  const later = vi.spyOn(performance, "now").mockReturnValue(passed);
  onTestFinished(() => later.mockRestore());
  go();
  await before;

  await late;
  expect(work).not.toHaveBeenCalled();
});

test("of callers who are known and of strangers one password is worked on at once, the others wait for their turn", async () => {
  const begun: number[] = [];
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const all = [0, 1, 2, 3].map((n) =>
    inPasswordTurn(n % 2 === 0 ? "known" : "stranger", async () => {
      begun.push(n);
      await held;
    }),
  );
  await inAMoment();
  const first = [...begun];
  go();
  await Promise.all(all);

  expect(first).toEqual([0, 1]);
  expect(begun).toEqual([0, 1, 2, 3]);
});
