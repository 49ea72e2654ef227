import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { gather } from "./whole-body.ts";

const gateway = setUpGateway({ limits: { signInPerMinute: 100_000 } });

/** Memory in use by this process, after garbage collection. */
const heldBytes = (): number => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** A body in pieces of one byte, which does not end. Resolves when the gateway has taken all of them, or has answered. */
const drip = async (path: string, bytes: number): Promise<string> => {
  const open = once(gateway.app.server, "connection");
  const client = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  onTestFinished(() => void client.destroy());
  const [taking] = (await open) as [{ bytesRead: number }];
  let answer = "";
  client.setEncoding("utf8").on("data", (part: string) => {
    answer += part;
  });
  client.on("error", () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const piece = "1\r\n \r\n";
  client.write(head + piece.repeat(bytes));
  await eventually(() => {
    if (!answer && taking.bytesRead < head.length + piece.length * bytes)
      throw new Error("not all of it has been taken");
  });
  return answer;
};

test.each([
  ["sign-ins", "/api/v1.2/auth/login", 10_000, 20],
  ["notices of the payment provider", "/api/v1.2/intake/payments/webhook", 65_000, 5],
])("%s in pieces of one byte take hardly more memory than whole ones", async (_what, path, bytes, many) => {
  const before = heldBytes();

  for (let n = 0; n < many; n += 1) expect(await drip(path, bytes)).toBe("");

  expect(heldBytes() - before).toBeLessThan(4 * many * bytes + 5_000_000);
});

test.each([
  ["where nothing is", "/api/v1.2/nowhere", "404 Not Found"],
  ["to a page's address", "/inventory/v1.2/orders", "404 Not Found"],
])("what is posted %s is refused before it is here", async (_where, path, status) => {
  await eventually(async () => expect(await drip(path, 100)).toContain(`HTTP/1.1 ${status}`));
});

test.each([
  ["/api/v1.2/auth/login", 10_240],
  ["/api/v1.2/intake/payments/webhook", 65_536],
])("%s takes no more than it may need, whether or not its length is said", async (path, most) => {
  const post = (bytes: number, more = {}) =>
    fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: " ".repeat(bytes),
      ...more,
    });

  expect((await post(most)).status).not.toBe(413);
  const large = await post(most + 1);
  expect([large.status, await large.json()]).toEqual([
    413,
    { success: false, code: "too-large", error: "The request is too large" },
  ]);
  const body = Readable.toWeb(Readable.from([Buffer.alloc(most, " "), Buffer.from(" ")]));
  expect((await post(0, { body, duplex: "half" })).status).toBe(413);
});

test("a call of an operator takes no more than a list of all containers needs: what is larger is not read", async () => {
  const { token } = await gateway.signIn("staff");
  const post = (bytes: number) =>
    fetch(`${gateway.url}/api/v1.2/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: `{"types":[${"1,".repeat((bytes - 14) / 2)}11]}`,
    });

  expect((await post(131_072)).status).toBe(400);
  expect((await post(131_074)).status).toBe(413);
});

test("pieces come together in their order, and a stream that breaks off is no whole one", async () => {
  const pieces = Array.from({ length: 5_000 }, (_, n) => Buffer.from(`${n},`));
  expect(await gather(Readable.from(pieces), 100_000)).toEqual(Buffer.concat(pieces));
  expect(await gather(Readable.from([]), 100)).toEqual(Buffer.alloc(0));

  const broken = new Readable({ read: () => undefined });
  const gathered = gather(broken, 100);
  broken.push("half");
  broken.destroy();
  await expect(gathered).rejects.toThrow("The request has no end");
});

test("a body that is no UTF-8 is refused: no name is stored with marks in place of its letters", async () => {
  const answer = await fetch(`${gateway.url}/api/v1.2/auth/check`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=iso-8859-1" },
    body: Buffer.from('{"email":"ren\xe9@b.in","password":"x"}', "latin1"),
  });

  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
    400,
    "The request must be written in UTF-8",
  ]);
});
