import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { setUpEach } from "#shared/testing/set-up.ts";
import { quickPassword } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpPersonSigningIn } from "../../testing/person-signing-in.ts";
import { hashPassword } from "./passwords.ts";

const minute = 60_000;
const { gateway, guessUntilWait, openBrowser, person } = setUpPersonSigningIn();
const other = setUpEach(() => addPerson(gateway.parts));

/** The cookie's tokens, the newest first. */
const tokensIn = ({ cookie = "" }: { cookie?: string }) => cookie.replace("device=", "").split(".");

test("who copies the cookie of a shared browser, and signs in elsewhere with it, takes no known device from anybody", async () => {
  const shared = openBrowser();
  await shared.signIn();
  await shared.signIn(other.phone);
  const copy = openBrowser({ ...shared.jar });
  gateway.clock.advance(minute);
  await copy.signIn(other.phone);
  gateway.clock.advance(minute);
  await copy.signIn(other.phone);
  expect((await guessUntilWait()).status).toBe(429);

  await shared.signIn();

  expect((await copy.enter("0042")).status).toBe(429);
  expect((await shared.enter("0042")).status).toBe(401);
});

test("ten wrong passwords of strangers keep nobody out of a browser whose cookie another operator has copied", async () => {
  const [email, password] = [`${person._id}@example.test`, "correct horse battery"];
  await gateway.stores.users.updateOne(
    { _id: person._id },
    { $set: { email, password: await hashPassword(password, quickPassword) } },
  );
  const own = openBrowser();
  await own.signIn();
  await openBrowser({ ...own.jar }).signIn(other.phone);
  const enter = (given: string, browser = openBrowser()) => browser.post("/auth/login", { email, password: given });
  for (let n = 0; n < 10; n += 1) expect((await enter("wrong password")).status).toBe(401);

  expect((await enter(password)).status).toBe(429);
  expect((await enter(password, own)).status).toBe(200);
});

test("operators who share the one token of an earlier version all stay known, whoever of them signs in", async () => {
  const shared = openBrowser();
  await shared.signIn();
  await shared.signIn(other.phone);
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("base64url");
  await gateway.stores.devices.updateMany({ user: { $in: [person._id, other._id] } }, { $set: { tokenHash } });
  shared.jar.cookie = `device=${token}`;
  const copy = openBrowser({ ...shared.jar });
  gateway.clock.advance(minute);
  await copy.signIn(other.phone);
  for (const { phone } of [person, other]) expect((await guessUntilWait(openBrowser(), phone)).status).toBe(429);

  await shared.signIn();

  expect(tokensIn(shared.jar)).not.toContain(token);
  expect((await copy.enter("0042")).status).toBe(429);
  expect((await copy.enter("0042", other.phone)).status).toBe(401);
});

test("a browser knows the eight operators who signed in last, however often one of them does", async () => {
  const shared = openBrowser();
  await shared.signIn();
  for (let n = 0; n < 7; n += 1) await shared.signIn((await addPerson(gateway.parts)).phone);
  for (let n = 0; n < 2; n += 1) {
    gateway.clock.advance(minute);
    await shared.signIn();
  }
  const withEight = { ...shared.jar };
  for (let n = 0; n < 8; n += 1) await shared.signIn((await addPerson(gateway.parts)).phone);

  expect(tokensIn(withEight)).toHaveLength(8);
  expect(tokensIn(shared.jar)).toHaveLength(8);
  expect((await guessUntilWait()).status).toBe(429);
  expect((await openBrowser(withEight).enter("0042")).status).toBe(401);
  expect((await shared.enter("0042")).status).toBe(429);
});

test("a token is found among malformed ones; what stands beyond eight is not read, nor given back", async () => {
  const own = openBrowser();
  await own.signIn();
  const [token = ""] = tokensIn(own.jar);
  const unknown = Array.from({ length: 8 }, () => randomBytes(32).toString("base64url"));
  expect((await guessUntilWait()).status).toBe(429);
  const answerTo = async (value: string) => (await openBrowser({ cookie: `device=${value}` }).enter("0042")).status;

  expect(await answerTo(`.$ne..${token}x.${token}.${"A".repeat(8_000)}`)).toBe(401);
  expect(await answerTo([...unknown, token].join("."))).toBe(429);
  expect(await answerTo(".".repeat(8_000) + token)).toBe(429);
  own.jar.cookie = `device=${[token, ...unknown].join(".")}`;
  gateway.clock.advance(minute);
  await own.signIn();
  expect(tokensIn(own.jar)).toHaveLength(1);
});
