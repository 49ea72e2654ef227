import { beforeEach, expect, test } from "vitest";
import { startGateway } from "../../start.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { ensureAdmin } from "./first-admin.ts";

const phone = "9876543210";
const gateway = setUpGateway();

const users = () => gateway.stores.users;
beforeEach(() => users().deleteMany({}));
const admins = () => users().find({ role: "admin" }).toArray();

test("where no admin exists, ADMIN_PHONE gets one who can sign in, and the audit says so", async () => {
  await ensureAdmin(gateway.parts);

  const [admin] = await admins();
  expect(admin).toMatchObject({ phone, role: "admin", suspend: false });
  expect((await gateway.request.post("/auth/check").send({ phone })).status).toBe(200);
  expect(await gateway.stores.audit.findOne({ "record.id": admin?._id.toHexString() })).toMatchObject({
    verb: "user.made-admin",
    actor: { kind: "system", id: null },
    from: "start",
  });
});

test("ten gateways that start at once make one admin", async () => {
  await Promise.all(Array.from({ length: 10 }, () => ensureAdmin(gateway.parts)));

  expect(await admins()).toHaveLength(1);
});

test("with an admin present nothing changes", async () => {
  await addPerson(gateway.parts, { role: "admin" });
  const customer = await addPerson(gateway.parts, { phone, role: "customer" });

  await ensureAdmin(gateway.parts);

  expect(await users().findOne({ phone })).toEqual(customer);
  expect(await admins()).toHaveLength(1);
});

test.each(["customer", "staff"] as const)("a suspended %s who has that phone is made the first admin", async (role) => {
  const before = await addPerson(gateway.parts, { phone, role, suspend: true, name: "Asha" });

  await ensureAdmin(gateway.parts);

  expect(await users().findOne({ phone })).toEqual({ ...before, role: "admin", suspend: false, rev: 1 });
});

test("without ADMIN_PHONE nobody is made admin", async () => {
  await ensureAdmin({ ...gateway.parts, config: { ...gateway.parts.config, ADMIN_PHONE: undefined } });

  expect(await admins()).toHaveLength(0);
});

test("a gateway whose port is taken ends its start and has added nobody", async () => {
  const { config, mongo, log } = gateway.parts;
  const database = mongo.db.databaseName;
  const port = Number(new URL(gateway.url).port);

  const { prefix } = gateway;
  await expect(startGateway(config, { database, prefix, log, port, mqttPort: 0 })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });

  expect(await admins()).toHaveLength(0);
});
