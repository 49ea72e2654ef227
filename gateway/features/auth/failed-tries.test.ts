import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpPersonSigningIn } from "../../testing/person-signing-in.ts";
import { untilNextStep } from "./prove.ts";
import { createSignInRecord } from "./sign-in-record.ts";

const minutes = 60_000;
const day = 86_400_000;
const { gateway, guessUntilWait, openBrowser, person } = setUpPersonSigningIn();

/** The audit is written behind the answer. */
const written = (many: number) =>
  eventually(async () => {
    const failed = { "record.id": person._id.toHexString(), verb: "login.failed" };
    expect(await gateway.stores.audit.countDocuments(failed)).toBe(many);
  });

test("the next sign-in reports how many wrong tries others made, and since when, once", async () => {
  const own = openBrowser();
  expect((await own.signIn()).body.failedTries).toBeNull();
  gateway.clock.advance(minutes);
  const since = new Date(gateway.clock.now()).toISOString();
  for (let n = 0; n < 3; n += 1) {
    await openBrowser().enter("0042");
    await written(n + 1);
    gateway.clock.advance(minutes);
  }
  await own.enter("0042");

  expect((await own.signIn()).body.failedTries).toEqual({ count: 3, since });
  gateway.clock.advance(minutes);
  expect((await own.signIn()).body.failedTries).toBeNull();
});

test("the audit names who signed in, who tried, and when the waiting began; without phone or code", async () => {
  await guessUntilWait();
  const own = openBrowser();
  gateway.clock.advance(day);
  await own.signIn();

  const lines = await gateway.stores.audit.find({ "record.id": person._id.toHexString() }).toArray();

  const verbs = [...Array(10).fill("login.failed"), "login.must-wait", "login.opened"];
  expect(lines.map(({ verb }) => verb).sort()).toEqual(verbs);
  expect(lines.at(0)).toMatchObject({
    actor: { kind: "system", id: null },
    from: expect.stringMatching(/127\.0\.0\.1/),
  });
  expect(lines.find(({ verb }) => verb === "login.opened")).toMatchObject({
    actor: { kind: "operator", id: person._id },
    after: { way: "code" },
  });
  expect(JSON.stringify(lines)).not.toContain(person.phone);
});

test.each([
  [2.3, 47.7],
  [50, 0],
  [50.5, 49.5],
  [251, 49],
])("a refusal that took %d ms waits for %d ms more", (took, waits) => {
  expect(untilNextStep(took, 50)).toBeCloseTo(waits);
});

test("nothing of a wrong try is done in the turn of the loop that finds it wrong", async () => {
  const lines: object[] = [];
  const log = { ...gateway.parts.log, warn: (line: object) => void lines.push(line) };
  const record = createSignInRecord({ ...gateway.parts, log: log as typeof gateway.parts.log });

  record.failed(new ObjectId(), { way: "password", device: null, from: "127.0.0.1", waits: false });
  // Some turns of promises, and no turn of the loop.
  for (let i = 0; i < 100; i += 1) await null;

  expect(lines).toEqual([]);
  await eventually(() => expect(lines).toHaveLength(1));
});

test("with Redis gone nothing is compared and nobody gets in", async () => {
  const alone = await gatewayOfTest({ limits: { signInPerMinute: 100_000 } });
  const { phone } = await addPerson(alone.parts, { _id: new ObjectId() });
  alone.parts.redis.disconnect();

  for (const body of [
    { phone, OTP: "0042" },
    { email: "a@example.test", password: "wrong password" },
  ]) {
    expect((await alone.request.post("/auth/login").send(body)).status).toBe(503);
  }
});
