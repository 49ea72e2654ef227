import supertest from "supertest";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { type PrivateServices, startPrivateServices } from "../../scripts/testing/private-services.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../testing/gateway-under-test.ts";

/** Our own timers answer before this; the drivers alone would take five seconds and more. */
const patienceMs = 4_000;
let stores: PrivateServices;
let gateway: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  stores = await startPrivateServices();
  gateway = await startGatewayUnderTest({ stores, limits: { httpMs: 1_500, redisMs: 700, signInPerMinute: 100_000 } });
  token = (await gateway.signIn()).token;
});

type Server = "mongo" | "redis";
const signal = (server: Server, name: NodeJS.Signals) => {
  const pid = stores.pids[server];
  if (!pid) throw new Error(`${server} is not private`);
  process.kill(pid, name);
};
afterEach(async () => {
  for (const server of ["mongo", "redis"] as const) signal(server, "SIGCONT");
  await eventually(async () => expect((await get("/readyz")).status).toBe(200));
});
afterAll(async () => {
  await gateway?.stop();
  await stores?.stop();
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

/** A busy machine takes a moment until a stopped process really stands still: until then it answers. */
const freeze = async (server: Server) => {
  signal(server, "SIGSTOP");
  const { mongo, redis } = gateway.parts;
  const ask = () => (server === "mongo" ? mongo.db.command({ ping: 1 }) : redis.ping());
  const isSilent = () =>
    Promise.race([
      ask().then(
        () => false,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, 200, true)),
    ]);
  await eventually(async () => expect(await isSilent()).toBe(true));
};

test("with Redis frozen signing in is 503, never unlimited, and who is signed in works on", async () => {
  await freeze("redis");

  for (const [path, body] of signInCalls) {
    const answer = await post(path, body);
    expect(answer.status).toBe(503);
    expect(answer.body.error).toBe("Signing in is not possible right now; try again shortly");
  }
  expect((await me()).status).toBe(200);
});

test("with MongoDB frozen every call is 503; nobody is signed out", async () => {
  await freeze("mongo");

  const answers = await Promise.all([me(), ...signInCalls.slice(0, 4).map(([path, body]) => post(path, body))]);
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ success: false, error: expect.any(String) });
  }
  signal("mongo", "SIGCONT");

  await eventually(async () => expect((await me()).status).toBe(200));
  // Whoever was told 503 asks again; a code that comes by itself would only use up his spacing.
  expect(await gateway.parts.redis.exists(gateway.parts.keys.otp(phone))).toBe(0);
});

test.each<[Server, string]>([
  ["mongo", "mongodb"],
  ["redis", "redis"],
])("a frozen %s is named by the readiness check; the process itself stays up", async (server, part) => {
  await freeze(server);

  const ready = await get("/readyz");

  expect(ready.status).toBe(503);
  expect(ready.body).toMatchObject({ success: false, error: `Not ready: ${part}`, [part]: "down" });
  expect((await get("/healthz")).status).toBe(200);
});
