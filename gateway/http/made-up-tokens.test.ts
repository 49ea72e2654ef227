import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();
/** Of one address, each with so many requests ahead of their answers: more than pass in a turn. */
const [connections, ahead] = [200, 7];

let made = 0;
const request = () => {
  made += 1;
  return `GET /api/v1.2/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer made.up.${made}\r\n\r\n`;
};
/** Sends another request for each that is answered, until the test has finished. */
const openStranger = () => {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.setEncoding("latin1").on("data", (answers: string) => {
    for (const _ of answers.matchAll(/HTTP\/1\.1 401/g)) socket.write(request());
  });
  for (let nth = 0; nth < ahead; nth += 1) socket.write(request());
};

test("strangers with made-up tokens without end, each another one, keep no operator waiting", async () => {
  const { token } = await gateway.signIn("staff");
  const me = () =>
    gateway.request
      .get("/auth/me")
      .set("authorization", `Bearer ${token}`)
      .then(({ status }) => status);
  expect(await me()).toBe(200);
  for (let nth = 0; nth < connections; nth += 1) openStranger();
  await pause(1_000);
  const before = made;

  expect(await Promise.race([me(), pause(8_000, "waits for the last of them")])).toBe(200);
  expect(before).toBeGreaterThan(connections * ahead);
});
