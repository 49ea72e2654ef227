import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { SignedIn } from "../../http/login.ts";
import { createOperatorTurns } from "../../http/operator-turns.ts";
import { defaultLimits } from "../../limits.ts";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { createAddUser } from "./add-user.ts";
import type { FreshProof } from "./fresh-proof.service.ts";
import { createGuesses, newCode } from "./guesses.ts";
import { createNewPasswords } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";
import { createPhoneMessages } from "./phone-messages.ts";
import { createProver } from "./prove.ts";
import { createSetPasswords } from "./set-passwords.service.ts";
import { createSignInService } from "./sign-in.service.ts";
import { createSignInRecord } from "./sign-in-record.ts";

const password = "correct horse battery";
const another = "staple battery horse correct";
const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");
const caller = { deviceTokens: [], deviceName: "Firefox on Linux", from: "127.0.0.1" };

/** Somebody who signs in, while `happens` is done between their proof and their login. */
const signingIn = async (way: "code" | "password", happens: (id: string) => PromiseLike<{ status: number }>) => {
  const { parts } = gateway;
  const person = await addPerson(parts, {
    email: `${newCode()}${Date.now()}@example.test`,
    password: await hashPassword(password, quickPassword),
  });
  const guesses = createGuesses(parts);
  const record = createSignInRecord(parts);
  const prover = createProver({ inPasswordTurnOf, ...parts, guesses, record });
  const signIn = createSignInService({
    ...parts,
    tokens: { issue: () => "a token" },
    guesses,
    record,
    messages: createPhoneMessages(parts, () => undefined),
    prover: {
      ...prover,
      prove: async (...given) => {
        const proof = await prover.prove(...given);
        expect((await happens(person._id.toHexString())).status).toBe(200);
        return proof;
      },
    },
  });
  const code = newCode();
  await guesses.storeCode({ account: person._id.toHexString(), device: null }, { phone: person.phone, code });
  const credentials = way === "code" ? { phone: person.phone, OTP: code } : { email: person.email, password };
  const opened = signIn.logIn(credentials, caller);
  return { opened, open: () => gateway.stores.logins.countDocuments({ user: person._id, endedAt: null }) };
};

test.each([
  ["password", "another password is set", (id: string) => admin.put(`/users/${id}/password`, { password: another })],
  ["password", "they get another email", (id: string) => admin.put(`/users/${id}`, { email: `${id}@example.test` })],
  [
    "code",
    "they get another phone",
    (id: string) => admin.put(`/users/${id}`, { phone: `7${newCode()}${newCode()}1` }),
  ],
  ["code", "they are suspended", (id: string) => admin.put(`/users/${id}`, { suspend: true })],
  ["password", "they become a customer", (id: string) => admin.put(`/users/${id}`, { role: "customer" })],
] as const)("no login opens by a %s while %s", async (way, _what, happens) => {
  const { opened, open } = await signingIn(way, happens);

  await expect(opened).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await open()).toBe(0);
});

test("another name, or another password of who signs in by code, keeps nobody from signing in", async () => {
  const renamed = await signingIn("password", (id) => admin.put(`/users/${id}`, { name: "Another name" }));
  await renamed.opened;
  expect(await renamed.open()).toBe(1);
  const byCode = await signingIn("code", (id) => admin.put(`/users/${id}/password`, { password: another }));
  await byCode.opened;
  expect(await byCode.open()).toBe(1);
});

/** Somebody whose call is held up before it writes, while `happens` is done. */
const heldUp = (happens: () => PromiseLike<unknown>): typeof gateway.parts => ({
  ...gateway.parts,
  mongo: {
    ...gateway.parts.mongo,
    inTransaction: async (work) => {
      await happens();
      return gateway.parts.mongo.inTransaction(work);
    },
  },
});
const commanding = { cancelUnsent: async () => "none" };
const silent = { sendCode: async () => undefined, notify: () => undefined };
const inPasswordTurnOf = createOperatorTurns(1);
const newPasswords = createNewPasswords({
  inPasswordTurnOf,
  limits: { ...defaultLimits, passwordCost: quickPassword },
});
const endOf = (loginId: ObjectId) => () =>
  gateway.stores.logins.updateOne({ _id: loginId }, { $set: { endedAt: new Date() } });

/** An operator who is signed in and has a password. */
const aCaller = async (role: "admin" | "staff"): Promise<{ by: SignedIn; actor: Actor }> => {
  const { token, userId } = await gateway.signIn(role);
  await gateway.stores.users.updateOne(
    { _id: userId },
    { $set: { password: await hashPassword(password, quickPassword) } },
  );
  const by = await gateway.app.logins.read(token);
  return { by, actor: { kind: "operator", id: userId, from: "127.0.0.1" } };
};

test("a password that waits for its turn is not set by a sign-in that was ended meanwhile", async () => {
  const { by, actor } = await aCaller("staff");
  const parts = heldUp(endOf(by.loginId));
  const proof = { requirePassword: async () => undefined } as unknown as FreshProof;
  const { changeOwnPassword } = createSetPasswords({ ...parts, proof, messages: silent, newPasswords, commanding });
  const before = await gateway.stores.users.findOne({ _id: by.userId });

  await expect(changeOwnPassword(by, actor, { present: password, password: another })).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect((await gateway.stores.users.findOne({ _id: by.userId }))?.password).toBe(before?.password);
});

test.each([
  ["signs out", (by: SignedIn) => endOf(by.loginId), "unauthenticated"],
  ["is suspended", (by: SignedIn) => () => admin.put(`/users/${by.userId}`, { suspend: true }), "unauthenticated"],
  ["is made staff", (by: SignedIn) => () => admin.put(`/users/${by.userId}`, { role: "staff" }), "forbidden"],
] as const)("an admin who %s while a password is made of it adds no operator", async (_what, happens, code) => {
  const { by, actor } = await aCaller("admin");
  const add = createAddUser({ ...heldUp(happens(by)), messages: silent, newPasswords });
  const phone = `6${newCode()}${newCode()}7`;
  const input = {
    name: "Somebody new",
    phone,
    email: `${phone}@example.test`,
    role: "admin",
    password: another,
  } as const;

  await expect(add(by, actor, input)).rejects.toMatchObject({ code });
  expect(await gateway.stores.users.countDocuments({ phone })).toBe(0);
});
