import Fastify from "fastify";
import { expect, test } from "vitest";
import { admitStrangersInTurns } from "./stranger-turns.ts";

test("a call passes hundreds of another address that came before it", async () => {
  const app = Fastify();
  admitStrangersInTurns(app);
  const answered: string[] = [];
  app.get("/picture", async ({ ip }) => {
    answered.push(ip);
    return "";
  });
  const call = (remoteAddress: string) => app.inject({ url: "/picture", remoteAddress });
  await app.ready();

  await Promise.all([...Array.from({ length: 300 }, () => call("192.0.2.1")), call("198.51.100.1")]);

  expect(answered).toHaveLength(301);
  expect(answered.indexOf("198.51.100.1")).toBeLessThan(100);
});
