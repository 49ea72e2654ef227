import { once } from "node:events";
import { connect } from "node:net";
import type { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway({ limits: { signInReadAgainMs: 0, storeLastUseEveryMs: 0 } });

/** An admin adds somebody, in a request whose body arrives after `meanwhile`. */
const addedMeanwhile = async (phone: string, role: string, meanwhile: (admin: ObjectId) => Promise<unknown>) => {
  const { stores } = gateway;
  const { token, userId } = await gateway.signIn("admin");
  const used = async () => (await stores.logins.findOne({ user: userId }))?.lastUsedAt?.getTime();
  const before = await used();
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  const body = JSON.stringify({ name: "Somebody new", phone, role });
  socket.write(
    `POST /api/v1.2/auth/register HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // The login has been read by then.
  await eventually(async () => expect(await used()).not.toBe(before));
  await meanwhile(userId);
  socket.write(body.slice(10));
  const [answer] = (await once(socket, "data")) as [string];
  return { status: Number(answer.split(" ")[1]), isThere: (await stores.users.countDocuments({ phone })) > 0 };
};
const change = (fields: object) => (_id: ObjectId) => gateway.stores.users.updateOne({ _id }, { $set: fields });

test.each([
  ["is suspended", change({ suspend: true }), 401],
  ["is staff", change({ role: "staff" }), 403],
  [
    "has signed out",
    (user: ObjectId) => gateway.stores.logins.updateMany({ user }, { $set: { endedAt: new Date() } }),
    401,
  ],
  [
    "is no longer freshly proved",
    (user: ObjectId) => gateway.stores.logins.updateMany({ user }, { $unset: { provedUntil: "" } }),
    403,
  ],
] as const)("who %s when the end of their request arrives does nothing any more", async (_what, meanwhile, status) => {
  expect(await addedMeanwhile(`81${status}${String(Date.now()).slice(-5)}`, "staff", meanwhile)).toEqual({
    status,
    isThere: false,
  });
});

test("who is still who they were is served, however late the end of their request arrives", async () => {
  expect(await addedMeanwhile("8222222222", "staff", async () => undefined)).toEqual({ status: 200, isThere: true });
});
