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
  return { socket, heard: () => heard, sendRest: () => socket.write("} ") };
};

test("calls over a connection with a call under way are answered while the gateway stops, and the connection is closed", async () => {
  const gateway = await gatewayOfTest();
  let underWay = 0;
  gateway.app.server.on("request", () => {
    underWay += 1;
  });
  const [client, other] = [openHalf(gateway.url), openHalf(gateway.url)];
  await eventually(() => expect(underWay).toBe(2));

  const closed = gateway.app.close();
  await eventually(() => expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow());
  client.sendRest();
  await eventually(() => expect(client.heard()).toMatch(/^HTTP\/1\.1 4/));
  client.socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");

  await eventually(() => expect(client.heard()).toMatch(/HTTP\/1\.1 200 OK\r\n.*connection: close.*"status":"up"/is));
  other.sendRest();
  await closed;
});
