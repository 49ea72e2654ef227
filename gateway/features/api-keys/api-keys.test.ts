import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");

const auditOf = (id: string) =>
  gateway.stores.audit.find({ "record.collection": "apiKeys", "record.id": id }).sort({ at: 1 }).toArray();

test("a key is answered once; what is stored, listed and audited is not it", async () => {
  const { status, body } = await admin.post("/api-keys", { name: " Customers' app " });

  expect(status).toBe(200);
  expect(body.key).toMatch(/^cansole_[\w-]{43}$/);
  expect(body.apiKey).toEqual({
    _id: expect.any(String),
    name: "Customers' app",
    app: body.apiKey._id,
    createdAt: expect.any(String),
    createdBy: admin.userId.toHexString(),
    lastUsedAt: null,
    expiresAt: expect.any(String),
    scopes: ["orders", "transactions", "returns", "account-deletion", "read:machines", "read:customers"],
    endedAt: null,
    rev: 0,
  });
  const listed = (await admin.get("/api-keys")).body;
  expect(listed.apiKeys[0]).toEqual(body.apiKey);
  const secret = String(body.key).slice("cansole_".length);
  const stored = await gateway.stores.apiKeys.find().toArray();
  const audit = await auditOf(body.apiKey._id);
  expect(JSON.stringify([listed, stored, audit])).not.toContain(secret);
  expect(audit).toMatchObject([{ verb: "apiKey.added", actor: { kind: "operator", id: admin.userId } }]);
  expect(JSON.stringify(audit)).not.toContain(stored[0]?.secretHash);
});

test("the list says of whom made a key whether they may still sign in", async () => {
  const leaving = await signedInAt(gateway, "admin");
  await leaving.post("/api-keys", { name: "Made by who leaves" });
  const maker = async () => {
    const { makers } = (await admin.get("/api-keys")).body;
    return makers.find(({ _id }: { _id: string }) => _id === leaving.userId.toHexString());
  };
  expect(await maker()).toMatchObject({ name: "Test admin", maySignIn: true });

  expect((await admin.put(`/users/${leaving.userId}`, { suspend: true })).status).toBe(200);

  expect(await maker()).toMatchObject({ maySignIn: false });
});

test("a name is in use once at a time; it is free again after its key has ended", async () => {
  const first = await admin.post("/api-keys", { name: "Kiosk" });
  const twin = await admin.post("/api-keys", { name: "Kiosk" });

  expect(twin.status).toBe(409);
  expect(twin.body.error).toBe("An API key named Kiosk is in use already: end it first, or choose another name");
  const ended = await admin.delete(`/api-keys/${first.body.apiKey._id}`);
  expect(ended.body.apiKey).toMatchObject({ name: "Kiosk", endedAt: expect.any(String), rev: 1 });
  const again = await admin.delete(`/api-keys/${first.body.apiKey._id}`);
  expect(again.body.apiKey).toEqual(ended.body.apiKey);
  expect((await auditOf(first.body.apiKey._id)).map(({ verb }) => verb)).toEqual(["apiKey.added", "apiKey.ended"]);
  expect((await admin.post("/api-keys", { name: "Kiosk" })).status).toBe(200);
});

test("a key lasts a year unless an admin says how long, or that it has no end", async () => {
  const lasts = async (input: object) => {
    const { createdAt, expiresAt } = (await admin.post("/api-keys", input)).body.apiKey;
    return expiresAt && (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
  };

  expect(await lasts({ name: "By default" })).toBe(365);
  expect(await lasts({ name: "For a month", days: 30 })).toBe(30);
  expect(await lasts({ name: "For good", days: null })).toBeNull();
});

test("staff neither see nor create nor end keys", async () => {
  const staff = await signedInAt(gateway, "staff");
  const { _id } = (await admin.post("/api-keys", { name: "Not for staff" })).body.apiKey;

  for (const answer of [
    await staff.get("/api-keys"),
    await staff.post("/api-keys", { name: "Mine" }),
    await staff.delete(`/api-keys/${_id}`),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe("Only an admin may see, create or end API keys");
  }
});

test.each([
  [{}, "name: is required"],
  [{ name: " " }, "name: is required"],
  [{ name: "x".repeat(61) }, "name: must be at most 60 characters"],
  [{ name: { $ne: "" } }, "name: expected string, received object"],
  [{ name: "x", key: "mine" }, "Unknown field: key"],
])("%j is refused", async (body, error) => {
  expect(await admin.post("/api-keys", body)).toMatchObject({
    status: 400,
    body: { success: false, code: expect.any(String), error },
  });
});

test("a stolen token ends no key: nobody could buy until the app has another", async () => {
  const { _id } = (await admin.post("/api-keys", { name: "In use" })).body.apiKey;
  const stolen = await gateway.openLogin(admin.userId, { isProved: false });

  const { status, body } = await gateway.request.delete(`/api-keys/${_id}`).set("authorization", `Bearer ${stolen}`);

  expect([status, body.needsProof]).toEqual([403, true]);
  const { apiKeys } = (await admin.get("/api-keys")).body;
  expect(apiKeys.find((key: { _id: string }) => key._id === _id)).toMatchObject({ endedAt: null });
});

test("an unknown key cannot be ended", async () => {
  expect((await admin.delete(`/api-keys/${"0".repeat(24)}`)).status).toBe(404);
  expect((await admin.delete("/api-keys/nonsense")).status).toBe(400);
});

test("a key that replaces another belongs to the same app, and so does the one after it", async () => {
  const first = (await admin.post("/api-keys", { name: "Rotated 1" })).body.apiKey;
  const second = (await admin.post("/api-keys", { name: "Rotated 2", replaces: first._id })).body.apiKey;
  await admin.delete(`/api-keys/${second._id}`);
  const third = (await admin.post("/api-keys", { name: "Rotated 3", replaces: second._id })).body.apiKey;

  expect([first.app, second.app, third.app]).toEqual([first._id, first._id, first._id]);
  const unknown = await admin.post("/api-keys", { name: "Rotated 4", replaces: "0".repeat(24) });
  expect([unknown.status, unknown.body.code]).toEqual([404, "missing"]);
});
