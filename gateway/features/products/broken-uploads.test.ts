import { connect } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { defaultLimits } from "../../limits.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addProduct } from "../../testing/network.ts";
import { picture } from "./testing/pictures.ts";

const connections = { ...defaultLimits.connections, requestMs: 1_500 };
const gateway = setUpGateway({ limits: { httpMs: 500, connections } });

test("pictures that break off after they were answered give their places back", async () => {
  const { token } = await gateway.signIn("staff");
  const { _id } = await addProduct(gateway.parts);
  const path = `/products/${_id}/image`;
  const head = `PUT /api/v1.2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n`;
  const part =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n';
  const halves = Array.from({ length: 8 }, async () => {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.on("error", () => undefined).write(head + part);
    const answer = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    socket.destroy();
    return answer.slice(9, 12);
  });
  expect(new Set(await Promise.all(halves))).toEqual(new Set(["503"]));

  const file = await picture("png");
  const upload = () =>
    gateway.request.put(path).set("authorization", `Bearer ${token}`).attach("file", file, { filename: "photo.png" });
  await eventually(async () => expect((await upload()).status).toBe(200));
});
