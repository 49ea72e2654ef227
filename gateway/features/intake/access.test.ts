import { beforeAll, describe, expect, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { signedInAt } from "../../testing/operator.ts";
import { startPlayedProvider } from "./testing/played-provider.ts";
import { addKey, openShop, placing } from "./testing/shop.ts";

const intakePerMinute = 40;
const provider = setUp(startPlayedProvider);
const gateway = setUpGateway(() => ({ env: provider.env, limits: { intakePerMinute }, standingClock: true }));
const shop = setUp(() => openShop(gateway.parts));

const input = (changes: object = {}) => ({
  phone: "7000000001",
  vendingMachine: `${shop.machine._id}`,
  lines: [shop.line(shop.cola, 1)],
  ...changes,
});
let keys = 0;
const aPlace = async () => {
  keys += 1;
  return placing(gateway, (await addKey(gateway.parts, `app ${keys}`)).key);
};

test.each([
  ["no key", null, "api-key-missing", "X-Api-Key: is required"],
  ["an empty key", "", "api-key-missing", "X-Api-Key: is required"],
  ["no key at all", "let me in", "api-key-unknown", "X-Api-Key: this key is not known"],
  ["a key that nobody made", `cansole_${"a".repeat(43)}`, "api-key-unknown", "X-Api-Key: this key is not known"],
])("%s is 401 before anything else is looked at", async (_what, key, code, error) => {
  expect(await placing(gateway, key)({ nonsense: true }, null)).toMatchObject({
    status: 401,
    body: { success: false, code, error },
  });
});

test("an address without a right key must wait, at every gateway; a right key of the same address is served", async () => {
  const beside = await gatewayOfTest({
    env: provider.env,
    limits: { wrongKeysPerMinute: 3 },
    beside: gateway,
    standingClock: true,
  });
  const right = placing(beside, (await addKey(gateway.parts, "neighbour")).key);
  const guess = placing(beside, `cansole_${"b".repeat(43)}`);
  // The calls of the tests above came from here as well.
  let refused = await guess({});
  for (let n = 0; n < 4 && refused.status === 401; n += 1) refused = await guess({});

  const wait = Number(refused.headers["retry-after"]);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      success: false,
      code: expect.any(String),
      error: `Too many calls without a right API key from your address. Try again in ${wait} seconds`,
    },
  });
  expect(wait).toBeGreaterThan(0);
  expect((await placing(beside, null)({})).status).toBe(429);
  expect((await right(input())).status).toBe(200);
  const said = await beside.parts.metrics.registry.metrics();
  expect(said).toMatch(/cansole_strangers_total\{reason="http-429"\} 2\n/);
});

test("an operator's sign-in is no key, and a key is no sign-in", async () => {
  const { token } = await gateway.signIn("admin");
  const { key } = await addKey(gateway.parts, "curious app");

  const ordered = await gateway.request.post("/intake/orders").set("authorization", `Bearer ${token}`).send(input());
  const read = await gateway.request.get("/users/all").set("x-api-key", key).set("authorization", `Bearer ${key}`);

  expect([ordered.status, read.status]).toEqual([401, 401]);
});

test("a key that an admin makes opens the intake, is seen to be used, and opens nothing once it has ended", async () => {
  const admin = await signedInAt(gateway, "admin");
  const { key, apiKey } = (await admin.post("/api-keys", { name: "Kiosk" })).body;
  const place = placing(gateway, key);
  const seen = async () =>
    (await admin.get("/api-keys")).body.apiKeys.find(({ _id }: { _id: string }) => _id === apiKey._id);

  expect((await place(input())).status).toBe(200);
  const first = (await seen()).lastUsedAt;
  expect(Date.parse(first)).toBe(gateway.clock.now());
  gateway.clock.advance(59_000);
  await place(input());
  expect((await seen()).lastUsedAt).toBe(first);
  gateway.clock.advance(1_000);
  await place(input());
  expect(Date.parse((await seen()).lastUsedAt)).toBe(Date.parse(first) + 60_000);
  await admin.delete(`/api-keys/${apiKey._id}`);

  expect(await place(input())).toMatchObject({
    status: 401,
    body: { code: "api-key-ended", error: "X-Api-Key: this key has ended" },
  });
});

test("a key opens nothing from its end on, and says so", async () => {
  const place = placing(gateway, (await addKey(gateway.parts, "short-lived", { days: 1 })).key);
  gateway.clock.advance(86_400_000 - 1);
  expect((await place(input())).status).toBe(200);
  gateway.clock.advance(1);

  const error = "X-Api-Key: this key has expired; an admin creates another";
  expect(await place(input())).toMatchObject({ status: 401, body: { code: "api-key-expired", error } });
});

test("a key calls what it was made for and nothing else; an older one calls everything", async () => {
  const { key } = await addKey(gateway.parts, "returns only", { scopes: ["returns"] });
  const call = (path: string) =>
    gateway.request.post(path).set("x-api-key", key).set("idempotency-key", "scoped").send({});

  const error = "X-Api-Key: this key may not call /intake/orders";
  expect(await placing(gateway, key)(input())).toMatchObject({
    status: 403,
    body: { code: "api-key-permission", error },
  });
  expect((await call("/intake/account-deletion")).status).toBe(403);
  expect((await call("/intake/returns")).status).toBe(400);
  const before = await addKey(gateway.parts, "of before");
  await gateway.stores.apiKeys.updateOne({ _id: before.id }, { $unset: { scopes: "", expiresAt: "" } });
  expect((await placing(gateway, before.key)(input())).status).toBe(200);
});

test("a key calls as often a minute as it may, and others go on", async () => {
  const [place, other] = [await aPlace(), await aPlace()];
  for (let n = 0; n < intakePerMinute; n += 1) expect((await place({})).status).toBe(400);

  const refused = await place(input());

  expect(refused.status).toBe(429);
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(refused.body.error).toBe(`Too many calls with this API key. Try again in ${wait} seconds`);
  expect((await other(input())).status).toBe(200);
});

test("without an Idempotency-Key nothing is ordered", async () => {
  const place = await aPlace();
  expect(await place(input(), null)).toMatchObject({ status: 400, body: { error: "idempotency-key: is required" } });
  expect((await place(input(), "x".repeat(201))).status).toBe(400);
});

describe("each field is checked:", () => {
  let place: Awaited<ReturnType<typeof aPlace>>;
  beforeAll(async () => {
    place = await aPlace();
  });
  const line = (changes: object) => () => ({ lines: [{ ...shop.line(shop.cola, 1), ...changes }] });

  test.each<[string, () => object, string]>([
    ["a phone that is missing", () => ({ phone: undefined }), "phone: is required"],
    ["a phone of nine digits", () => ({ phone: "700000000" }), "Invalid phone no"],
    ["a phone as an operator", () => ({ phone: { $ne: "" } }), "phone: expected string, received object"],
    ["a name that is too long", () => ({ name: "x".repeat(101) }), "name: must be at most 100 characters"],
    ["a name that turns its direction", () => ({ name: "a\u202eb" }), "name: must not contain control characters"],
    ["an email that is none", () => ({ email: "asha" }), "email: must be an email address"],
    ["a machine that is missing", () => ({ vendingMachine: "" }), "vendingMachine: is required"],
    ["a machine as an operator", () => ({ vendingMachine: { $gt: "" } }), "vendingMachine: expected string"],
    ["no lines", () => ({ lines: [] }), "lines: at least one is required"],
    ["fifty-one lines", () => ({ lines: Array(51).fill(shop.line(shop.cola, 1)) }), "lines: must be at most 50"],
    ["a product that is no id", line({ product: "cola" }), "lines.0.product: must be an id"],
    ["a price beside a product", line({ price: 1 }), "Unknown field: price"],
    ["another kind of block", line({ type: "crate" }), "lines.0.type: must be one of bundle, unit"],
    ["no quantity", line({ quantity: undefined }), "lines.0.quantity"],
    ["nothing of it", line({ quantity: 0 }), "lines.0.quantity: must be at least 1"],
    ["half a can", line({ quantity: 0.5 }), "lines.0.quantity: must be a whole number"],
    ["a quantity as text", line({ quantity: "2" }), "lines.0.quantity: must be a number"],
    ["a coupon below nothing", () => ({ couponDiscount: -1 }), "couponDiscount: must be at least 0"],
    ["a third of a paisa", () => ({ couponDiscount: 0.333 }), "couponDiscount: must have at most two decimals"],
    ["an unknown field", () => ({ netAmount: 1 }), "Unknown field: netAmount"],
  ])("%s is 400", async (_what, changes, error) => {
    const answer = await place(input(changes()));

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error: expect.stringContaining(error) });
  });

  test("an unknown machine is 404", async () => {
    expect(await place(input({ vendingMachine: "VM-nowhere" }))).toMatchObject({
      status: 404,
      body: { code: "machine-unknown", error: "There is no vending machine VM-nowhere" },
    });
  });
});

test("without a payment provider nothing is stored that has to be paid", async () => {
  const bare = await gatewayOfTest({ beside: gateway });
  const { key } = await addKey(gateway.parts, "app without provider");
  const before = await gateway.stores.orders.countDocuments();

  const answer = await placing(bare, key)(input());

  expect(answer).toMatchObject({ status: 503, body: { error: expect.stringContaining("No payment provider") } });
  expect(await gateway.stores.orders.countDocuments()).toBe(before);
});

test("without a payment provider an order that another gateway took is not answered as if nothing were to be paid", async () => {
  const [bare, { key }] = [
    await gatewayOfTest({ beside: gateway }),
    await addKey(gateway.parts, "app of two gateways"),
  ];
  const same = input();
  const first = await placing(gateway, key)(same, "taken-elsewhere");

  const answer = await placing(bare, key)(same, "taken-elsewhere");

  expect([first.status, first.body.payment === null]).toEqual([200, false]);
  expect(answer).toMatchObject({ status: 503, body: { error: expect.stringContaining("No payment provider") } });
});

test("the intake describes itself to whoever writes the customers' app, and says nothing of the console", async () => {
  const { status, body } = await gateway.request.get("/intake/openapi.json").set("x-forwarded-for", "203.0.113.7");

  expect(status).toBe(200);
  expect(Object.keys(body.paths).every((path) => path.startsWith("/api/v1.2/intake/"))).toBe(true);
  const call = body.paths["/api/v1.2/intake/orders"].post;
  expect(call.security).toEqual([{ apiKey: [] }]);
  expect(call.parameters).toContainEqual(
    expect.objectContaining({ name: "idempotency-key", in: "header", required: true }),
  );
  expect(body.components.securitySchemes).toEqual({ apiKey: expect.objectContaining({ name: "X-Api-Key" }) });
  const used = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(Object.keys(body.components.schemas).sort()).toEqual([...new Set(used)].sort());
});
