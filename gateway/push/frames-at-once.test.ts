import type { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { setUpGateway } from "../testing/gateway-under-test.ts";

const gateway = setUpGateway();

/** Masked by nothing: the first byte says of which kind it is. */
const frame = (kind: number, text = "") =>
  Buffer.concat([Buffer.from([kind, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

test.each([
  ["messages", frame(0x81, "3")],
  ["pings", frame(0x89)],
  ["pongs", frame(0x8a)],
])("of what a stranger sends in one piece no more is read than they may say: %s", async (_, said) => {
  // Each frame that is read after the end ends the socket anew.
  const ends = vi.spyOn(WebSocket.prototype, "terminate");
  onTestFinished(() => ends.mockRestore());
  const stranger = new WebSocket(`${gateway.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  stranger.on("error", () => undefined);
  const gone = new Promise((resolve) => stranger.once("close", resolve));
  const line = new Promise<Socket>((resolve) => stranger.once("upgrade", ({ socket }) => resolve(socket)));
  await new Promise((resolve) => stranger.once("message", resolve));

  (await line).write(Buffer.concat(Array.from({ length: 5_000 }, () => said)));

  await gone;
  expect(ends).toHaveBeenCalledTimes(1);
});
