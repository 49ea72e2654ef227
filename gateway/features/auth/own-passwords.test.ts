import type { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { hashPassword } from "./passwords.ts";

const password = "correct horse battery";
/** A tenth of a second each: the calls of the test arrive while the first one is compared. */
const passwordCost = { ...quickPassword, N: 2 ** 15 };
const gateway = setUpGateway({ limits: { signInPerMinute: 100_000, passwordCost } });
let hash: string;
/** Signs in by the password, at a device that has signed in before. */
const colleagueAt = async (email: string) => {
  await addPerson(gateway.parts, { email, password: hash });
  const signIn = (cookie = "") => gateway.request.post("/auth/login").set("cookie", cookie).send({ email, password });
  const cookie = String((await signIn()).headers["set-cookie"]?.[0]).split(";")[0];
  return () => signIn(cookie);
};

beforeAll(async () => {
  hash = await hashPassword(password, passwordCost);
});

test("an operator whose script proves itself by its password without end keeps no colleague from signing in by theirs", async () => {
  const busy = await addPerson(gateway.parts, { email: "busy@example.test", password: hash });
  const signIn = await colleagueAt("colleague@example.test");
  const tokens = await Promise.all(Array.from({ length: 3 }, () => gateway.openLogin(busy._id)));
  const proofs = tokens.flatMap((token) =>
    Array.from({ length: 8 }, async () =>
      gateway.request.post("/auth/proof").set("authorization", `Bearer ${token}`).send({ password }),
    ),
  );
  await Promise.race(proofs);

  const answer = await signIn();

  expect(answer.status).toBe(200);
  expect((await Promise.all(proofs)).map(({ status }) => status)).toContain(200);
});

/** Calls that set a password of their own, all at once. */
const settingOften = async (operator: ObjectId, given: string, times = 12) => {
  const tokens = await Promise.all(Array.from({ length: 2 }, () => gateway.openLogin(operator)));
  return tokens.flatMap((token) =>
    Array.from({ length: times }, async () =>
      gateway.request.put("/auth/password").set("authorization", `Bearer ${token}`).send({ password: given }),
    ),
  );
};

test("an operator without an email whose script sets a password without end keeps no colleague from signing in by theirs", async () => {
  const busy = await addPerson(gateway.parts);
  const signIn = await colleagueAt("another@example.test");
  const calls = await settingOften(busy._id, "blue-kettle-94");

  const answer = await signIn();

  expect(answer.status).toBe(200);
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([400]));
});

test("an operator whose script sets passwords that are refused as weak keeps no colleague waiting for them all", async () => {
  const busy = await addPerson(gateway.parts, { email: "weak@example.test" });
  const colleague = await gateway.openLogin((await addPerson(gateway.parts))._id);
  const calls = await settingOften(busy._id, "p4$$w0rd".repeat(8), 20);
  let answered = 0;
  for (const call of calls) void call.then(() => (answered += 1));

  const answer = await gateway.request.get("/auth/me").set("authorization", `Bearer ${colleague}`);

  expect(answer.status).toBe(200);
  expect(answered).toBeLessThan(calls.length);
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([400]));
});
