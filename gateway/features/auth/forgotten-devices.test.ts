import { expect, test } from "vitest";
import { setUpPersonSigningIn } from "../../testing/person-signing-in.ts";

const minute = 60_000;
const { gateway, guessUntilWait, openBrowser } = setUpPersonSigningIn();

test("the thief of a token has no browser forgotten that signed in since: wrong codes of strangers would keep its operator out", async () => {
  const [own, stolen] = [openBrowser(), openBrowser()];
  await own.signIn();
  gateway.clock.advance(minute);
  const { token } = (await stolen.signIn()).body;
  const asThief = { authorization: `Bearer ${token}` };
  const [earlier] = (await gateway.request.get("/auth/account").set(asThief)).body.logins.filter(
    ({ isThis }: { isThis: boolean }) => !isThis,
  );
  gateway.clock.advance(minute);
  await own.signIn();

  const ended = await gateway.request.delete(`/auth/logins/${earlier._id}`).set(asThief);

  expect(ended.status).toBe(200);
  expect((await guessUntilWait()).status).toBe(429);
  gateway.clock.advance(minute);
  await own.signIn();
});
