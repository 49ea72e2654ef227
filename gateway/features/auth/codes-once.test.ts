import type { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { addPerson } from "../../testing/people.ts";
import { setUpSignIn } from "../../testing/sign-in.fixture.ts";

const { gateway, inbox } = setUpSignIn();

/** Redis has this user's code again, as after a failover to a replica that had not received its last writes. */
const losing = async (user: ObjectId, use: () => Promise<unknown>) => {
  const { redis, keys } = gateway.parts;
  const [key = ""] = await redis.keys(`${keys.otp(`${user.toHexString()}:*`)}`);
  const held = await redis.dumpBuffer(key);
  await use();
  await redis.restore(key, 300_000, held);
};

test("a code signs nobody in a second time, though Redis lost that it was used", async () => {
  const { _id, phone } = await addPerson(gateway.parts);
  const request = () =>
    inbox.arrivedAfter(phone, () => gateway.request.post("/auth/otp").send({ phone, resend: true }));
  const logIn = (OTP: string) => gateway.request.post("/auth/login").send({ phone, OTP });
  await request();
  const OTP = inbox.codeFor(phone);
  await losing(_id, async () => expect((await logIn(OTP)).status).toBe(200));

  const again = await logIn(OTP);

  expect([again.status, again.body.error]).toEqual([401, "Invalid OTP"]);
  gateway.clock.advance(31_000);
  await request();
  expect((await logIn(inbox.codeFor(phone))).status).toBe(200);
});

test("a code proves nothing a second time, though Redis lost that it was used", async () => {
  const { _id, phone } = await addPerson(gateway.parts);
  const token = await gateway.openLogin(_id, { isProved: false });
  const call = (path: string, body: object) =>
    gateway.request.post(path).set("authorization", `Bearer ${token}`).send(body);
  await inbox.arrivedAfter(phone, () => call("/auth/proof/code", {}));
  const OTP = inbox.codeFor(phone);
  await losing(_id, async () => expect((await call("/auth/proof", { OTP })).status).toBe(200));

  const again = await call("/auth/proof", { OTP });

  expect([again.status, again.body.error]).toEqual([400, "Invalid OTP"]);
});
