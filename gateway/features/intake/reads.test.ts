import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { IntakeScope } from "#shared/api-keys/api-key.schema.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { startPlayedProvider } from "./testing/played-provider.ts";
import { createReaders, readAllPages } from "./testing/readers.ts";
import { addKey, openShop, placing } from "./testing/shop.ts";

const provider = setUp(startPlayedProvider);
const gateway = setUpGateway(() => ({ env: provider.env }));
const shop = setUp(() => openShop(gateway.parts));

const { aKey, reading } = createReaders(gateway);
const buyer = async () => {
  const place = placing(gateway, await aKey());
  const { order } = (await place(shop.input())).body;
  return { order, id: String(order.user._id), place };
};

describe("who reads what:", () => {
  const paths: [path: string, scope: IntakeScope][] = [
    ["/machines", "read:machines"],
    ["/machines/VM-1/products", "read:machines"],
    ["/customers?phone=7000000000", "read:customers"],
    ["/customers/0123456789abcdef01234567/cans", "read:customers"],
    ["/customers/0123456789abcdef01234567/deposit", "read:customers"],
    ["/customers/0123456789abcdef01234567/penalties", "read:customers"],
    ["/customers/0123456789abcdef01234567/orders", "read:customers"],
    ["/orders/ORD-1", "read:customers"],
  ];

  test.each(paths)("%s is refused without a right key, and without the permission %s", async (path, scope) => {
    const others: IntakeScope[] = ["orders", scope === "read:machines" ? "read:customers" : "read:machines"];

    expect((await reading(null)(path)).status).toBe(401);
    expect((await reading(`cansole_${"a".repeat(43)}`)(path)).status).toBe(401);
    const refused = await reading(await aKey(others))(path);
    expect([refused.status, refused.body.error]).toEqual([403, `X-Api-Key: this key lacks the permission ${scope}`]);
  });

  test("a key of before goes on selling, and reads nothing", async () => {
    const { key, id } = await addKey(gateway.parts, "of before, reading");
    await gateway.stores.apiKeys.updateOne({ _id: id }, { $unset: { scopes: "" } });

    expect((await placing(gateway, key)(shop.input())).status).toBe(200);
    expect((await reading(key)("/machines")).status).toBe(403);
  });

  test("a key that may not read customers learns of them by an order what it said itself", async () => {
    const known = { name: "Binu Das", email: "binu@example.test" };
    const customer = await addPerson(gateway.parts, { role: "customer", ...known });
    const operator = await addPerson(gateway.parts, { role: "admin", name: "Anu", email: "anu@example.test" });
    const userOf = async (scopes: IntakeScope[], { phone }: { phone: string }, sent: object = {}) => {
      const { body } = await placing(gateway, await aKey(scopes))(shop.input({ phone, name: "", ...sent }));
      return body.order.user;
    };

    for (const { _id, phone } of [customer, operator])
      expect(await userOf(["orders", "read:machines"], { phone })).toEqual({
        _id: `${_id}`,
        phone,
        name: "",
        email: "",
      });
    expect(await userOf(["orders"], customer, { name: "B." })).toMatchObject({ name: "B.", email: "" });
    expect(await userOf(["orders", "read:customers"], customer)).toMatchObject(known);
  });

  test("a key that may only read sells nothing", async () => {
    const { status } = await placing(gateway, await aKey(["read:machines", "read:customers"]))(shop.input());
    expect(status).toBe(403);
  });
});

const nobody = "0123456789abcdef01234567";
test.each([
  ["/customers?phone=7999999999", 404, "There is no customer with this phone"],
  ["/customers?phone=79999", 400, "Invalid phone no"],
  ["/customers", 400, "phone: is required"],
  ["/machines?curser=5", 400, "Unknown field: curser"],
  [`/customers/${nobody}/cans`, 404, `There is no customer ${nobody}`],
  [`/customers/${nobody}/deposit`, 404, `There is no customer ${nobody}`],
  [`/customers/${nobody}/penalties`, 404, `There is no customer ${nobody}`],
  [`/customers/${nobody}/orders`, 404, `There is no customer ${nobody}`],
  ["/customers/nonsense/cans", 400, "id: must be an id of 24 hexadecimal digits"],
  ["/orders/ORD-nowhere", 404, "There is no order ORD-nowhere"],
  ["/machines/VM-nowhere/products", 404, "There is no vending machine VM-nowhere"],
  ["/machines?limit=0", 400, "limit: must be at least 1"],
  ["/machines?limit=101", 400, "limit: must be at most 100"],
  ["/machines?cursor=2", 400, "cursor: must be the nextCursor of an answer"],
  [`/machines?cursor=${nobody}.5`, 400, "cursor: must be the nextCursor of an answer to this call"],
])("%s is %i: %s", async (path, status, error) => {
  const answer = await reading(await aKey())(path);
  expect([answer.status, answer.body.success, answer.body.error]).toEqual([status, false, error]);
});

describe("a customer:", () => {
  test("is found by phone, with cans, deposit and the state of each order", async () => {
    const { order, id } = await buyer();
    const read = reading(await aKey());

    expect((await read(`/customers?phone=${order.user.phone}`)).body.customer).toEqual({
      _id: id,
      phone: order.user.phone,
      name: "Asha Rao",
      email: "",
      needDeposit: false,
      needSecurityDeposit: false,
    });
    expect((await read(`/customers/${id}/cans`)).body.cans).toMatchObject({ _id: id, totalCans: 0 });
    expect((await read(`/customers/${id}/deposit`)).body.deposit).toMatchObject({ _id: id, deposit: 0 });
    expect((await read(`/orders/${order.orderId}`)).body.order).toEqual(order);
    expect((await read(`/orders/${order._id}`)).body.order).toEqual(order);
  });

  test.each(["orders", "penalties"])(
    "has no %s behind a machine: a cursor of another list is refused",
    async (rows) => {
      const { id } = await buyer();
      const { status, body } = await reading(await aKey())(`/customers/${id}/${rows}?cursor=${id}`);
      expect([status, body.error]).toEqual([400, "cursor: must be the nextCursor of an answer to this call"]);
    },
  );

  test("whose account was deleted is nobody", async () => {
    const { _id } = await addPerson(gateway.parts, { role: "customer", deletedAt: new Date() });
    expect((await reading(await aKey())(`/customers/${_id}/orders`)).status).toBe(404);
  });

  test("pages of orders are complete and without doubles while orders are placed", async () => {
    const { order, id, place } = await buyer();
    const again = () => place(shop.input({ phone: order.user.phone }));
    for (let n = 0; n < 6; n += 1) await again();
    const before = (await gateway.stores.orders.find({ user: new ObjectId(id) }).toArray()).map(({ _id }) => `${_id}`);
    // Two of one moment are told apart by their ids.
    await gateway.stores.orders.updateMany({ user: new ObjectId(id) }, { $set: { time: new Date(order.time) } });

    const rows = await readAllPages<{ _id: string }>(
      reading(await aKey()),
      `/customers/${id}/orders`,
      "orders",
      async () => {
        await again();
      },
    );

    const ids = rows.map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual([...before].sort());
  });

  test("sees penalties without what operators wrote about them", async () => {
    const { id } = await buyer();
    const penalty = (n: number) => ({
      _id: new ObjectId(),
      user: new ObjectId(id),
      amount: 5_000 + n,
      quantity: 1,
      paid: false,
      canceled: false,
      message: "rude at the counter",
      createdAt: new Date(n),
      updatedAt: new Date(n),
      rev: 0,
    });
    await gateway.stores.penalties.insertMany([1, 2, 3, 4, 5].map(penalty));

    const rows = await readAllPages<{ amount: number }>(
      reading(await aKey()),
      `/customers/${id}/penalties`,
      "penalties",
    );

    expect(rows.map(({ amount }) => amount)).toEqual([50.05, 50.04, 50.03, 50.02, 50.01]);
    expect(JSON.stringify(rows)).not.toContain("rude");
  });
});

test("an answer that has not changed is 304 to whoever sends its ETag, and a new one when it has", async () => {
  const { order, id, place } = await buyer();
  const read = reading(await aKey());
  const path = `/customers/${id}/orders`;
  const first = await read(path);
  const tag = String(first.headers.etag);

  expect(first.headers["cache-control"]).toBe("private, no-cache");
  for (const sent of [tag, `"other", ${tag}`, tag.replace("W/", ""), "*"]) {
    const unchanged = await read(path, { "if-none-match": sent });
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, "", tag]);
  }
  expect((await read(path, { "if-none-match": tag, "accept-encoding": "gzip" })).status).toBe(304);
  await place(shop.input({ phone: order.user.phone }));
  const changed = await read(path, { "if-none-match": tag });
  expect([changed.status, changed.body.orders.length]).toEqual([200, 2]);
  expect(changed.headers.etag).not.toBe(tag);
});

test("nothing that operators write for themselves is in any answer of the intake", async () => {
  const { paths, components } = (await gateway.request.get("/intake/openapi.json")).body;
  const theirs =
    /^(comments?|reasons?|notes?|flags?|review|steps|message|by|author|createdBy|suspend|returnCanVerified|password)$/;
  const found: string[] = [];
  const look = (part: unknown, at: string): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [name, inside] of Object.entries(part)) {
      if (name === "$ref" && typeof inside === "string") {
        const schema = inside.split("/").at(-1) ?? "";
        // The refusals are sentences for the caller.
        if (schema !== "Refusal" && !at.includes(`<${schema}>`)) look(components.schemas[schema], `${at}<${schema}>`);
        continue;
      }
      const fields = name === "properties" ? Object.keys(inside) : [];
      found.push(...fields.filter((field) => theirs.test(field)).map((field) => `${at}: ${field}`));
      look(inside, `${at}/${name}`);
    }
  };
  const calls = Object.entries<Record<string, { responses: Record<string, unknown> }>>(paths);
  for (const [path, methods] of calls)
    for (const [method, { responses }] of Object.entries(methods)) look(responses["200"], `${method} ${path}`);

  expect(calls.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});
