import supertest from "supertest";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { type Server, startPrivateServices } from "../../scripts/testing/private-services.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";

/** Our own timers answer before this; the drivers alone would take five seconds and more. */
const patienceMs = 4_000;
let token: string;
const stores = setUp(startPrivateServices);
const gateway = setUpGateway({ stores, limits: { httpMs: 1_500, redisMs: 700, signInPerMinute: 100_000 } });
beforeAll(async () => {
  token = (await gateway.signIn()).token;
});

afterEach(async () => {
  stores.thaw();
  await eventually(async () => expect((await get("/readyz")).status).toBe(200));
});

const get = (path: string) => supertest(gateway.url).get(path).timeout(patienceMs);
const me = () => gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`).timeout(patienceMs);
const post = (path: string, body: object) => gateway.request.post(path).send(body).timeout(patienceMs);
const phone = "9876543210";
const signInCalls: [string, object][] = [
  ["/auth/check", { phone }],
  ["/auth/check", { phone, OTP: "1234" }],
  ["/auth/otp", { phone, resend: false }],
  ["/auth/login", { phone, OTP: "1234" }],
  ["/auth/login", { email: "a@example.test", password: "12345678" }],
];

test("with Redis frozen signing in is 503, never unlimited, and who is signed in works on", async () => {
  await stores.freeze("redis");

  for (const [path, body] of signInCalls) {
    const answer = await post(path, body);
    expect(answer.status).toBe(503);
    expect(answer.body.error).toBe("Signing in is not possible right now; try again shortly");
  }
  expect((await me()).status).toBe(200);
});

test("with MongoDB frozen every call is 503; nobody is signed out", async () => {
  await stores.freeze("mongo");

  const answers = await Promise.all([me(), ...signInCalls.slice(0, 4).map(([path, body]) => post(path, body))]);
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ success: false, code: expect.any(String), error: expect.any(String) });
  }
  stores.thaw();

  await eventually(async () => expect((await me()).status).toBe(200));
  // A caller with a 503 requests again; a late code would only use up their spacing.
  expect(await gateway.parts.redis.exists(gateway.parts.keys.otp(phone))).toBe(0);
});

test("what a call was to change is not changed once MongoDB answers, after the call was answered", async () => {
  const { listViews } = gateway.stores;
  const signed = (method: "get" | "post" | "delete") =>
    gateway.request[method]("/list-views").set("authorization", `Bearer ${token}`).timeout(patienceMs);
  const view = { list: "orders", name: "Mine" };
  await signed("post").send({ ...view, query: "" });
  const write = listViews.findOneAndUpdate.bind(listViews);
  // The sign-in was read by then.
  const frozen = vi.spyOn(listViews, "findOneAndUpdate").mockImplementationOnce(async (...args: unknown[]) => {
    await stores.freeze("mongo");
    return write(...(args as Parameters<typeof write>));
  });

  expect((await signed("delete").send(view)).status).toBe(503);
  stores.thaw();
  await Promise.allSettled(frozen.mock.results.map(({ value }) => value));
  frozen.mockRestore();

  const { body } = await eventually(async () => {
    const answer = await signed("get").query({ list: "orders" });
    expect(answer.status).toBe(200);
    return answer;
  });
  expect(body.views).toEqual([{ name: "Mine", query: "" }]);
});

test.each<[Server, string]>([
  ["mongo", "mongodb"],
  ["redis", "redis"],
])("a frozen %s is named by the readiness check; the process itself stays up", async (server, part) => {
  await stores.freeze(server);

  const ready = await get("/readyz");

  expect(ready.status).toBe(503);
  expect(ready.body).toMatchObject({
    success: false,
    code: expect.any(String),
    error: expect.stringMatching(`^Not ready: .*\\b${part}\\b`),
    [part]: "down",
  });
  expect((await get("/healthz")).status).toBe(200);
});

test("a MongoDB that answers and takes no writes is not ready, and named", async () => {
  const admin = gateway.parts.mongo.client.db("admin");
  await admin.command({ fsync: 1, lock: true });
  try {
    const { status, body } = await get("/readyz");
    expect([status, body.mongodb]).toEqual([503, "down"]);
  } finally {
    await admin.command({ fsyncUnlock: 1 });
  }
});

test("figures share the probe of whoever asks for readiness at that moment, in place of waiting for the next", async () => {
  const probes = vi.spyOn(gateway.parts.mongo, "tryWrite");
  const admin = gateway.parts.mongo.client.db("admin");
  await admin.command({ fsync: 1, lock: true });
  try {
    const ready = get("/readyz").then(({ status }) => status);
    await eventually(() => expect(probes).toHaveBeenCalledTimes(1));
    expect((await get("/metrics")).text).toContain('cansole_part_up{part="mongodb"} 0');
    expect(await ready).toBe(503);
    expect(probes).toHaveBeenCalledTimes(1);
  } finally {
    probes.mockRestore();
    await admin.command({ fsyncUnlock: 1 });
  }
});
