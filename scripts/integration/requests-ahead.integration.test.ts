import { connect } from "node:net";
import { expect, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { openInstallation } from "../bench/installation.ts";

const connections = 200;
const ahead = 2_000;

const small = { NODE_OPTIONS: "--max-old-space-size=256" };
const app = setUp(() =>
  openInstallation({ machines: 1, gateways: [small], workers: [], onDisk: false }, () => undefined),
);

/** Resolves when the gateway has ended the connection. It answers nobody's 2,000 requests. */
const flood = (bytes: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    socket.on("error", () => undefined).on("data", () => undefined);
    socket.once("close", () => resolve());
    socket.write(bytes);
  });

test.each([
  ["readiness", () => "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["pictures", () => "GET /uploads/products/none.png HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["lists", () => `GET /api/v1.2/machines HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.token}\r\n\r\n`],
  [
    "sign-ins",
    () =>
      "POST /api/v1.2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
  ],
])("an address that sends 400,000 requests ahead of their answers ends no gateway: %s", async (_of, request) => {
  const floods = Array.from({ length: connections }, () => flood(request().repeat(ahead)));

  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  await Promise.all(floods);

  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});
