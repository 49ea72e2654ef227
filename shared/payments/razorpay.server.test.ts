import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRazorpay } from "./razorpay.server.ts";

interface Heard {
  line: string;
  authorization: string | undefined;
  body: string;
}
let answer: (response: ServerResponse) => void;
let heard: Heard[] = [];
const json =
  (status: number, body: unknown): typeof answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const server = createServer(async (request: IncomingMessage, response) => {
  const body = await text(request);
  heard.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
  answer(response);
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  heard = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const provider = (timeoutMs?: number) =>
  createRazorpay({ baseUrl, keyId: "rzp_test_1", keySecret: "s3cret", ...(timeoutMs ? { timeoutMs } : {}) });
const payment = {
  id: "pay_29QQoUBi66xm2f",
  entity: "payment",
  amount: 9_378,
  currency: "INR",
  status: "captured",
  order_id: "order_9A33XWu170gUtm",
  amount_refunded: 0,
  refund_status: null,
  email: null,
  notes: [],
  fee: 221,
  error_description: null,
  created_at: 1_400_826_750,
};
const known = {
  id: payment.id,
  status: "captured",
  amount: 9_378,
  currency: "INR",
  order_id: payment.order_id,
  amount_refunded: 0,
  fee: 221,
  error_description: null,
  created_at: 1_400_826_750,
};

test("a payment is read with Basic authorization; unknown fields are dropped", async () => {
  answer = json(200, payment);

  expect(await provider().payment(payment.id)).toEqual(known);
  expect(heard).toEqual([
    {
      line: `GET /v1/payments/${payment.id}`,
      authorization: `Basic ${Buffer.from("rzp_test_1:s3cret").toString("base64")}`,
      body: "",
    },
  ]);
});

test("an id leads nowhere else", async () => {
  answer = json(200, payment);
  await provider().payment("../orders/x?y");
  expect(heard.map(({ line }) => line)).toEqual(["GET /v1/payments/..%2Forders%2Fx%3Fy"]);
});

test("every attempt of an order is answered", async () => {
  answer = json(200, { entity: "collection", count: 2, items: [{ ...payment, status: "failed" }, payment] });
  const found = await provider().ofOrder("order_9A33XWu170gUtm");
  expect(found.map(({ status }) => status)).toEqual(["failed", "captured"]);
  expect(heard[0]?.line).toBe("GET /v1/orders/order_9A33XWu170gUtm/payments");
});

test.each([
  [
    "a refund that failed leaves the payment as it was captured",
    ["failed"],
    { status: "captured", amount_refunded: 0 },
  ],
  [
    "one that failed beside one that did not",
    ["reversed", "processed"],
    { status: "captured", amount_refunded: 4_000 },
  ],
  ["a refund on its way is one", ["pending", "processed"], { status: "refunded", amount_refunded: 9_378 }],
])("%s", async (_, statuses, expected) => {
  const back = { ...payment, status: "refunded", captured: true, amount_refunded: 9_378 };
  const amounts = statuses.length === 1 ? [9_378] : [5_378, 4_000];
  answer = (response) => {
    const refunds = amounts.map((amount, at) => ({ id: `rfnd_${at}`, amount, status: statuses[at] }));
    json(200, { items: heard.at(-1)?.line.includes("/refunds") ? refunds : [back] })(response);
  };

  expect(await provider().ofOrder("order_1")).toEqual([expect.objectContaining(expected)]);
  expect(heard.map(({ line }) => line)).toEqual([
    "GET /v1/orders/order_1/payments",
    `GET /v1/payments/${payment.id}/refunds?count=100`,
  ]);
});

test("what was never captured goes back by itself: a refund of it that failed makes it no payment", async () => {
  answer = json(200, { items: [{ ...payment, status: "refunded", captured: false }] });
  expect((await provider().ofOrder("order_1")).map(({ status }) => status)).toEqual(["refunded"]);
  expect(heard).toHaveLength(1);
});

test("an order is made for a receipt in paise, a capture takes the whole amount", async () => {
  answer = json(200, {
    id: "order_1",
    entity: "order",
    amount: 9_378,
    currency: "INR",
    receipt: "ORD-1",
    status: "created",
  });
  const order = await provider().createOrder({ receipt: "ORD-1", paise: 9_378 });
  answer = json(200, payment);
  await provider().capture(payment.id, 9_378);

  expect(order).toEqual({ id: "order_1", amount: 9_378, currency: "INR", receipt: "ORD-1" });
  expect(heard.map(({ line, body }) => [line, JSON.parse(body)])).toEqual([
    ["POST /v1/orders", { amount: 9_378, currency: "INR", receipt: "ORD-1" }],
    [`POST /v1/payments/${payment.id}/capture`, { amount: 9_378, currency: "INR" }],
  ]);
});

const failure = (description: string) => ({ error: { code: "BAD_REQUEST_ERROR", description, source: "business" } });
const nonsense = "The payment provider sent an answer that cannot be understood";

describe("what the provider may answer instead", () => {
  test.each<[string, typeof answer, string, string]>([
    [
      "an unknown id",
      json(400, failure("The id provided does not exist")),
      "missing",
      "The id provided does not exist",
    ],
    [
      "a refusal",
      json(400, failure("Only authorized payments can be captured")),
      "refused",
      "Only authorized payments can be captured",
    ],
    [
      "a wrong key",
      json(401, failure("Authentication failed")),
      "credentials",
      "The payment provider does not accept our key",
    ],
    ["too many calls", json(429, {}), "later", "The payment provider is busy: try again shortly"],
    [
      "a gateway of its own that fails",
      (r) => void r.writeHead(502).end("<html>"),
      "unreachable",
      "The payment provider answers 502",
    ],
    ["a page with 200", (r) => void r.writeHead(200).end("<html>"), "nonsense", nonsense],
    ["an unknown status", json(200, { ...payment, status: "voided" }), "nonsense", nonsense],
    ["an amount that is none", json(200, { ...payment, amount: "93.78" }), "nonsense", nonsense],
    ["a 400 without words", json(400, {}), "nonsense", nonsense],
    [
      "a redirection",
      (r) => void r.writeHead(302, { location: "/" }).end(),
      "unreachable",
      "The payment provider cannot be reached",
    ],
    ["a cut line", (r) => void r.socket?.destroy(), "unreachable", "The payment provider cannot be reached"],
  ])("%s", async (_what, given, kind, message) => {
    answer = given;
    await expect(provider().payment(payment.id)).rejects.toMatchObject({ name: "ProviderError", kind, message });
  });

  test("nothing at all", async () => {
    answer = () => undefined;
    await expect(provider(50).payment(payment.id)).rejects.toMatchObject({ kind: "unreachable" });
  });

  test("another order than was requested", async () => {
    answer = json(200, { id: "order_1", amount: 1, currency: "INR", receipt: "ORD-1" });
    await expect(provider().createOrder({ receipt: "ORD-1", paise: 9_378 })).rejects.toMatchObject({
      kind: "nonsense",
      message: "The payment provider made a different order than requested",
    });
  });
});
