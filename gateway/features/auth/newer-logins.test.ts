import { expect, test } from "vitest";
import { setUpSignIn } from "../../testing/sign-in.fixture.ts";
import { createTokenHolder } from "../../testing/token-holder.ts";

const signIn = setUpSignIn();
const { gateway } = signIn;
const withToken = createTokenHolder(signIn);
const needsProof = { code: "needs-proof", needsProof: true };

test.each<[what: string, path: (newer: string) => string]>([
  ["all others", () => "/auth/logins"],
  ["this one", (newer) => `/auth/logins/${newer}`],
])("a stolen token does not end the sign-ins that its operator opens later: %s", async (_what, path) => {
  const thief = await withToken({ role: "staff" });
  const { _id: user } = thief.person;
  gateway.clock.advance(1_000);
  const own = { authorization: `Bearer ${await gateway.openLogin(user, { isProved: false })}` };
  const newer = (await thief.get("/auth/account")).body.logins.find(({ isThis }: { isThis: boolean }) => !isThis);

  const refused = await thief.del(path(newer._id));

  expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(needsProof)]);
  expect((await gateway.request.get("/auth/me").set(own)).status).toBe(200);
  // Whoever signed in last has just shown who they are.
  expect((await gateway.request.delete("/auth/logins").set(own)).body.logins).toHaveLength(1);
  expect((await thief.get("/auth/me")).status).toBe(401);
});

test("who confirms that it is they ends later sign-ins as well", async () => {
  const operator = await withToken({ role: "staff" });
  gateway.clock.advance(1_000);
  const strange = { authorization: `Bearer ${await gateway.openLogin(operator.person._id)}` };
  expect((await operator.del("/auth/logins")).status).toBe(403);

  expect((await operator.proveByCode()).status).toBe(200);

  expect((await operator.del("/auth/logins")).status).toBe(200);
  expect((await gateway.request.get("/auth/me").set(strange)).status).toBe(401);
});
