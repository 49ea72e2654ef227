import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
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

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s ends a service that still starts by its own hand: as process 1 of a container no other would end it",
  async (signal) => {
    const script = join(import.meta.dirname, "testing/never-ready.ts");
    const service = spawn(process.execPath, ["--import", "tsx", script], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void service.kill("SIGKILL"));
    await once(service.stdout, "data");

    service.kill(signal);

    expect(await once(service, "exit")).toEqual([0, null]);
  },
);
