import { expect, test } from "vitest";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";
import { createGuesses, newCode } from "./guesses.ts";
import { hashPassword } from "./passwords.ts";
import { createPhoneMessages } from "./phone-messages.ts";
import { createProver } from "./prove.ts";
import { createSignInService } from "./sign-in.service.ts";
import { createSignInRecord } from "./sign-in-record.ts";

const password = "correct horse battery";
const another = "staple battery horse correct";
const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");
const caller = { deviceToken: null, deviceName: "Firefox on Linux", from: "127.0.0.1" };

/** Somebody who signs in, while `happens` is done between their proof and their login. */
const signingIn = async (way: "code" | "password", happens: (id: string) => PromiseLike<{ status: number }>) => {
  const { parts } = gateway;
  const person = await addPerson(parts, {
    email: `${newCode()}${Date.now()}@example.test`,
    password: await hashPassword(password, quickPassword),
  });
  const guesses = createGuesses(parts);
  const record = createSignInRecord(parts);
  const prover = createProver({ ...parts, guesses, record });
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
