import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();
/** More than pass in a turn: some always wait. */
const atOnce = 300;

test("strangers with made-up tokens without end, each another one, keep no operator waiting", async () => {
  const { token } = await gateway.signIn("staff");
  const statusOf = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await gateway.app.inject({ url: "/api/v1.2/auth/me", headers })).statusCode;
  };
  expect(await statusOf(token)).toBe(200);
  let [isOver, made] = [false, 0];
  const stranger = async () => {
    while (!isOver) {
      made += 1;
      expect(await statusOf(`made.up.${made}`)).toBe(401);
    }
  };
  const strangers = Promise.all(Array.from({ length: atOnce }, stranger));
  await pause(500);

  const status = await Promise.race([statusOf(token), pause(5_000, "waits for the last of them")]);
  isOver = true;
  await strangers;

  expect(status).toBe(200);
});
