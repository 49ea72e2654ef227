import supertest from "supertest";
import { expect, test } from "vitest";
import { type GatewayUnderTest, gatewayOfTest } from "../testing/gateway-under-test.ts";

const paths = ["/auth/check", "/auth/otp", "/auth/login"] as const;
const callSignIn = (gateway: GatewayUnderTest, n = 0, client?: string) => {
  const call = gateway.request.post(paths[n % paths.length] ?? paths[0]);
  return (client ? call.set("x-forwarded-for", client) : call).send({ phone: String(1_000_000_000 + n) });
};

test("sign-in calls of one address are counted together, over all gateways, and answered when to come back", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 5 } });
  const second = await gatewayOfTest({ limits: { signInPerMinute: 5 }, beside: gateway });
  for (let n = 0; n < 5; n += 1) expect((await callSignIn(n % 2 ? gateway : second, n)).status).not.toBe(429);

  const refused = await callSignIn(second, 5);

  expect(refused.status).toBe(429);
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused.body).toMatchObject({
    success: false,
    code: expect.any(String),
    error: `Too many sign-in attempts from your address. Try again in ${wait} seconds`,
  });
});

test("the limit is on signing in: an operator at work does not feel it", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 1 } });
  const { token } = await gateway.signIn();
  await callSignIn(gateway);
  expect((await callSignIn(gateway)).status).toBe(429);

  const answer = await gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`);

  expect(answer.status).toBe(200);
});

test("behind a proxy each client has a count of its own, and what it claims itself changes nothing", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 2 }, env: { TRUST_PROXY: "1" } });
  for (let n = 0; n < 2; n += 1) await callSignIn(gateway, n, `10.0.0.${n}, 203.0.113.7`);

  expect((await callSignIn(gateway, 2, "10.0.0.9, 203.0.113.7")).status).toBe(429);
  expect((await callSignIn(gateway, 3, "203.0.113.8")).status).not.toBe(429);
});

test("behind a proxy that names clients with their ports a client has one count", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 2 }, env: { TRUST_PROXY: "1" } });
  for (let n = 0; n < 2; n += 1) await callSignIn(gateway, n, `203.0.113.7:5012${n}`);

  expect((await callSignIn(gateway, 2, "203.0.113.7:50129")).status).toBe(429);
});

test("without a proxy a forwarded address is not believed", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 1 } });
  await callSignIn(gateway, 0, "203.0.113.1");

  expect((await callSignIn(gateway, 0, "203.0.113.2")).status).toBe(429);
});

test("addresses of one IPv6 network count as one", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 1 }, env: { TRUST_PROXY: "1" } });
  await callSignIn(gateway, 0, "2001:db8:1:2::1");

  expect((await callSignIn(gateway, 0, "2001:db8:1:2:ffff::9")).status).toBe(429);
  expect((await callSignIn(gateway, 0, "2001:db8:1:3::1")).status).not.toBe(429);
});

test("with Redis gone signing in is 503, never unlimited", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 1 } });
  gateway.parts.redis.disconnect();

  for (let n = 0; n < 3; n += 1) {
    const answer = await callSignIn(gateway, n);
    expect(answer.status).toBe(503);
    expect(answer.body.error).toBe("Signing in is not possible right now; try again shortly");
  }
});

test("a refused call is refused before its body is read", async () => {
  const gateway = await gatewayOfTest({ limits: { signInPerMinute: 0 } });

  const answer = await supertest(gateway.url).post("/api/v1.2/auth/login").set("content-type", "text/x").send("x");

  expect(answer.status).toBe(429);
});
