import { connect } from "node:net";
import { text } from "node:stream/consumers";
import supertest from "supertest";
import { expect, onTestFinished, test, vi } from "vitest";
import { gatewayOfTest, setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();

const get = (path: string) => supertest(gateway.url).get(path);

test("a gateway with all its parts is up and ready", async () => {
  expect((await get("/healthz")).body).toEqual({ success: true, status: "up" });
  const ready = await get("/readyz");
  expect(ready.status).toBe(200);
  expect(ready.body).toEqual({
    success: true,
    mongodb: "up",
    redis: "up",
    signals: "up",
    changes: "up",
    broker: "up",
    clock: "set",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test("readiness checks at the same moment share one query of each store", async () => {
  const requested = vi.spyOn(gateway.parts.mongo, "tryWrite");
  onTestFinished(() => requested.mockRestore());
  const eightAtOnce = async () => {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(7));
    socket.write("GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return text(socket);
  };

  const answers = (await Promise.all([eightAtOnce(), eightAtOnce(), eightAtOnce()])).join("");

  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(24);
  expect(requested.mock.calls.length).toBeLessThan(6);
});

test("a gateway without machines is ready without a broker", async () => {
  const http = await gatewayOfTest({ env: { GATEWAY_ROLE: "http" }, beside: gateway });
  expect((await supertest(http.url).get("/readyz")).body).toMatchObject({ success: true, broker: "none" });
});

test("a gateway for machines alone shows its health and nothing of the console", async () => {
  const machines = await gatewayOfTest({ env: { GATEWAY_ROLE: "machines" }, beside: gateway });
  expect((await supertest(machines.url).get("/readyz")).status).toBe(200);
  expect((await supertest(machines.url).get("/metrics")).status).toBe(200);
  expect((await supertest(machines.url).post("/api/v1.2/auth/login").send({})).status).toBe(404);
});

test("the metrics count answers by method, route and status, never by what stands in a path", async () => {
  const { token } = await gateway.signIn();
  await gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`);
  await gateway.request.get("/auth/me");
  await gateway.request.get("/secret-9876543210");

  const { text, headers } = await get("/metrics");

  expect(headers["content-type"]).toContain("text/plain");
  expect(text).toContain('cansole_http_seconds_count{method="GET",route="/api/v1.2/auth/me",status="200"} 1');
  expect(text).toContain('cansole_http_seconds_count{method="GET",route="/api/v1.2/auth/me",status="401"} 1');
  expect(text).toContain('cansole_http_seconds_count{method="GET",route="none",status="404"}');
  expect(text).not.toContain("9876543210");
  expect(text).toContain("cansole_connected_units");
  expect(text).toMatch(/^cansole_clock_skew_seconds -?\d/m);
  expect(text).toMatch(/^cansole_clock_uncertainty_seconds \d/m);
  for (const part of ["mongodb", "redis", "signals", "changes", "broker"])
    expect(text).toContain(`cansole_part_up{part="${part}"} 1`);
});
