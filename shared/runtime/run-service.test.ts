import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { whyNotListening } from "./run-service.ts";

const words = { ports: "PORT", host: "HOST" };
const listening = (host: string, port = 0): Server => {
  const server = createServer().listen(port, host);
  onTestFinished(() => void server.close());
  return server;
};

test.each([
  ["256.1.1.1", "HOST is 256.1.1.1, which leads to no address."],
  ["http://127.0.0.1", "HOST is http://127.0.0.1, which leads to no address."],
  ["203.0.113.9", "HOST is 203.0.113.9, which is no address of this machine."],
])("a service that is to listen at %s says which variable is wrong", async (host, sentence) => {
  const [error] = await once(listening(host), "error");

  expect(whyNotListening(error, words)).toBe(sentence);
});

test("a port that is taken is named, and nothing is said of other errors", async () => {
  const first = listening("127.0.0.1");
  await once(first, "listening");
  const { port } = first.address() as { port: number };
  const [error] = await once(listening("127.0.0.1", port), "error");

  expect(whyNotListening(error, words)).toBe(`Port ${port} is taken: set PORT.`);
  expect(whyNotListening(new Error("something else"), words)).toBeNull();
});
