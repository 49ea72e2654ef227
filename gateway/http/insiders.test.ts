import Fastify from "fastify";
import supertest from "supertest";
import { describe, expect, test } from "vitest";
import { type GatewayUnderTest, setUpGateway } from "../testing/gateway-under-test.ts";
import { trustIn } from "./connections.ts";
import { answerErrors } from "./errors.ts";
import { insidersOnly } from "./insiders.ts";

const METRICS_TOKEN = "a token of the tests, for figures";
const bare = setUpGateway({ env: { METRICS_TOKEN } });
const proxied = setUpGateway({ env: { METRICS_TOKEN, TRUST_PROXY: "1" }, beside: bare });

describe.each(["/metrics", "/api/v1.2/openapi.json", "/api/v1.2/docs", "/api/v1.2/docs/scalar.js"])("%s", (path) => {
  const request = (gateway: GatewayUnderTest, headers: Record<string, string> = {}) =>
    supertest(gateway.url).get(path).set(headers);

  test("is read from this machine", async () => {
    expect((await request(bare)).status).toBe(200);
    expect((await request(proxied, { "x-forwarded-for": "127.0.0.1" })).status).toBe(200);
  });

  test("is not read from elsewhere through a trusted proxy, whatever the client claims", async () => {
    for (const client of ["203.0.113.7", "127.0.0.1, 203.0.113.7"]) {
      const { status, body } = await request(proxied, { "x-forwarded-for": client });
      expect(status).toBe(403);
      expect(body).toEqual({
        success: false,
        code: expect.any(String),
        error: "Only this machine, or METRICS_TOKEN as bearer token, may read this",
      });
    }
  });

  test.each(["x-forwarded-for", "forwarded", "x-real-ip", "via"])(
    "is not read through a proxy of this machine that nobody named: %s",
    async (header) => {
      expect((await request(bare, { [header]: "127.0.0.1" })).status).toBe(403);
    },
  );

  test("is read with the token from anywhere, and not with another one", async () => {
    const from = { "x-forwarded-for": "203.0.113.7" };
    expect((await request(proxied, { ...from, authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200);
    expect((await request(proxied, { ...from, authorization: `Bearer ${METRICS_TOKEN}!` })).status).toBe(403);
  });
});

test("a client that reaches the port past the proxies is no insider, whatever address it claims", async () => {
  const app = Fastify({ trustProxy: trustIn(1) });
  answerErrors(app, { note: () => undefined, isFirst: () => true });
  app.get("/figures", { onRequest: insidersOnly({ METRICS_TOKEN: undefined, TRUST_PROXY: 1 }) }, async () => "figures");
  const request = (remoteAddress: string) =>
    app.inject({ url: "/figures", remoteAddress, headers: { "x-forwarded-for": "127.0.0.1" } });

  expect((await request("203.0.113.7")).statusCode).toBe(403);
  expect((await request("127.0.0.1")).statusCode).toBe(200);
});
