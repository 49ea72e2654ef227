import { once } from "node:events";
import { connect } from "node:net";
import type { ObjectId } from "mongodb";
import { expect, onTestFinished, test } from "vitest";
import { newApiKey } from "#shared/api-keys/api-keys.server.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { png } from "../features/products/testing/pictures.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addProduct } from "../testing/network.ts";
import { addPerson } from "../testing/people.ts";

const gateway = setUpGateway({ limits: { signInReadAgainMs: 0, storeLastUseEveryMs: 0 } });

interface Late {
  /** The request's first line behind its method, and what says who calls. */
  method: string;
  path: string;
  headers: string;
  body: Buffer;
  /** Another value once the caller has been read. */
  used: () => Promise<unknown>;
}

/** The status of a request whose body arrives after `meanwhile`. */
const sentLate = async ({ method, path, headers, body, used }: Late, meanwhile: () => Promise<unknown>) => {
  const before = await used();
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  socket.write(
    `${method} /api/v1.2${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 10));
  await eventually(async () => expect(await used()).not.toBe(before));
  await meanwhile();
  socket.write(body.subarray(10));
  const [answer] = (await once(socket, "data")) as [string];
  return Number(answer.split(" ")[1]);
};
const json = (body: object) => ({ headers: "Content-Type: application/json", body: Buffer.from(JSON.stringify(body)) });
const usedBy = (user: ObjectId) => async () => (await gateway.stores.logins.findOne({ user }))?.lastUsedAt?.getTime();

/** An admin adds somebody, in a request whose body arrives after `meanwhile`. */
const addedMeanwhile = async (phone: string, role: string, meanwhile: (admin: ObjectId) => Promise<unknown>) => {
  const { token, userId } = await gateway.signIn("admin");
  const { headers, body } = json({ name: "Somebody new", phone, role });
  const from = `Authorization: Bearer ${token}\r\n${headers}`;
  const late = { method: "POST", path: "/auth/register", headers: from, body, used: usedBy(userId) };
  const status = await sentLate(late, () => meanwhile(userId));
  return { status, isThere: (await gateway.stores.users.countDocuments({ phone })) > 0 };
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

test.each([
  ["is suspended", change({ suspend: true }), 401],
  ["is staff", change({ role: "staff" }), 403],
] as const)(
  "who %s when a body ends that their call does not take does nothing any more",
  async (what, meanwhile, status) => {
    const { apiKeys } = gateway.stores;
    const { record } = newApiKey({ name: `goes on: ${what}` }, { kind: "system", id: null }, gateway.parts.clock.now());
    await apiKeys.insertOne(record);
    const { token, userId } = await gateway.signIn("admin");
    const { headers, body } = json({ nothing: "of this is read" });
    const from = `Authorization: Bearer ${token}\r\n${headers}`;
    const late = { method: "DELETE", path: `/api-keys/${record._id}`, headers: from, body, used: usedBy(userId) };

    expect(await sentLate(late, () => meanwhile(userId))).toBe(status);
    expect(await apiKeys.findOne({ _id: record._id })).toMatchObject({ endedAt: null });
  },
);

test("an image whose operator is suspended while it arrives is not shown", async () => {
  const { _id } = await addProduct(gateway.parts);
  const { token, userId } = await gateway.signIn();
  const part =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const body = Buffer.concat([Buffer.from(part), png(20, 20), Buffer.from("\r\n--x--\r\n")]);
  const headers = `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x`;
  const late = { method: "PUT", path: `/products/${_id}/image`, headers, body, used: usedBy(userId) };

  expect(await sentLate(late, () => change({ suspend: true })(userId))).toBe(401);
  expect((await gateway.stores.products.findOne({ _id }))?.image).toBe("");
});

test("a key that ends while the body of its call arrives does nothing any more", async () => {
  const { users, apiKeys, accountDeletions } = gateway.stores;
  const user = await addPerson(gateway.parts, { role: "customer" });
  const { key, record } = newApiKey({ name: "slow app" }, { kind: "system", id: null }, gateway.parts.clock.now());
  await apiKeys.insertOne(record);
  const { headers, body } = json({ phone: user.phone });
  const from = `X-Api-Key: ${key}\r\nIdempotency-Key: ${record._id}\r\n${headers}`;
  const used = async () => (await apiKeys.findOne({ _id: record._id }))?.lastUsedAt?.getTime();
  const late = { method: "POST", path: "/intake/account-deletion", headers: from, body, used };

  expect(await sentLate(late, () => apiKeys.updateOne({ _id: record._id }, { $set: { endedAt: new Date() } }))).toBe(
    401,
  );
  expect(await accountDeletions.countDocuments({ user: user._id })).toBe(0);
  expect(await users.countDocuments({ _id: user._id })).toBe(1);
});
