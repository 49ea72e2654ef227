import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();

/** All that is answered to these bytes, until the gateway ends the connection. */
const say = async (bytes: string): Promise<{ head: string; body: unknown }> => {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    answer += part;
  });
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head, body: JSON.parse(body) };
};
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

test.each([
  ["an address that is none", get("/api/v1.2/%zz"), "400 Bad Request", "The address cannot be read"],
  ["a page's address that is none", get("/inventory/v1.2/%"), "400 Bad Request", "The address cannot be read"],
  ["an id without end", get(`/api/v1.2/products/${"x".repeat(300)}`), "404 Not Found", "Not found"],
  ["no HTTP at all", "GARBAGE\r\n\r\n", "400 Bad Request", "The request cannot be read"],
  [
    "two lengths",
    "POST /api/v1.2/auth/check HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    "400 Bad Request",
    "The request cannot be read",
  ],
  [
    "two hosts",
    "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n",
    "400 Bad Request",
    "Host: must be sent once",
  ],
  [
    "headers without end",
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
    "The request's headers are too large",
  ],
])("%s is refused in the envelope", async (_what, bytes, status, error) => {
  const { head, body } = await say(bytes);

  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
  expect(head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(body).toEqual({ success: false, code: expect.any(String), error });
});

test.each(["/api/v1.2/auth/me", "/%61pi/v1.2/auth/me", "/api/v1.2/auth/%6de"])(
  "an answer of the API at %s is cached by nobody",
  async (path) => {
    const { token } = await gateway.signIn();

    const answer = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  },
);
