import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { gatewayOfTest } from "../testing/gateway-under-test.ts";

const begun =
  "POST /api/v1.2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{";

/** A client that has sent all but the end of its request's body. */
const openHalf = (url: string) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (text) => (heard += text));
  socket.write(begun);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { ended, heard: () => heard, sendRest: () => socket.write("} ") };
};

test("a gateway that stops answers what is under way, ends each connection with its answer, and waits for no more", async () => {
  const gateway = await gatewayOfTest();
  let underWay = 0;
  gateway.app.server.on("request", () => {
    underWay += 1;
  });
  const clients = [openHalf(gateway.url), openHalf(gateway.url)];
  await eventually(() => expect(underWay).toBe(2));

  const closed = gateway.app.close();
  await eventually(() => expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow());
  for (const { sendRest } of clients) sendRest();
  await closed;

  for (const { heard, ended } of clients) {
    await ended;
    expect(heard()).toMatch(/^HTTP\/1\.1 400 .*\r\nconnection: close\r\n.*"code":"invalid"/is);
  }
});
