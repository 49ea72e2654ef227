import { describe, expect, test } from "vitest";
import { setUp } from "#shared/testing/set-up.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { addProduct } from "../testing/network.ts";
import { addPerson } from "../testing/people.ts";

const gateway = setUpGateway();
const somebody = setUp(async () => ({
  product: `/products/${(await addProduct(gateway.parts))._id}`,
  token: (await gateway.signIn("admin")).token,
  deposit: `/deposit/${(await addPerson(gateway.parts, { role: "customer" }))._id}`,
}));

/** Sent as it is written: no client would write all of it. */
const send = async (method: string, path: string, body?: string, type = "application/json") => {
  const answer = await fetch(`${gateway.url}/api/v1.2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${somebody.token}`,
      "idempotency-key": crypto.randomUUID(),
      ...(body === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** The heart of a list in lists. */
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const refusal = { success: false, code: expect.any(String), error: "deposit: must be a number" };

describe("what is no number is refused, and nothing is written", () => {
  test.each(["[]", "[[]]", "[5]", "{}", '{"toString":1}', '{"valueOf":1}', "true", '"0"', nested(20_000)])(
    "a deposit of %.20s",
    async (deposit) => {
      const { status, body } = await send("PUT", somebody.deposit, `{"deposit":${deposit}}`);

      expect({ status, body }).toEqual({ status: 400, body: refusal });
      expect(await gateway.stores.depositRows.countDocuments()).toBe(0);
    },
  );

  test("a deposit of a billionth of a rupee", async () => {
    const { status, body } = await send("PUT", somebody.deposit, '{"deposit":1e-9}');

    expect(status).toBe(400);
    expect(body.error).toBe("deposit: must have at most two decimals");
  });
});

test.each([
  "/sales?month=%00",
  "/sales?date=%00",
  "/sales?date=2026%00",
  "/sales?month=Nov%E2%80%AE",
  "/orders/all?orderId=%00",
  "/orders/all?phone=%00",
  "/orders/all?vendingMachine=%00",
  "/transactions/all?transactionId=%00",
  "/ledger/all?transactionId=%00",
  "/users/all?email=%00",
  "/users?phone=%00",
  "/audit?kind=%00",
])("the control character in %s is refused, naming the filter", async (path) => {
  const { status, body } = await send("GET", path);

  expect(status).toBe(400);
  const [, field] = /\?(\w+)=/.exec(path) ?? [];
  expect(body.error).toBe(`${field}: must not contain control characters or marks that turn the direction of writing`);
});

test.each([nested(20_000), `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`])(
  "a body that a call does not take is not read, however deep: %.12s",
  async (body) => {
    const answer = await send("POST", "/jobs/0123456789abcdef01234567/retry", body);

    expect(answer.status).toBe(404);
  },
);

const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
test.each([
  ["that does not say where its parts end", "multipart/form-data", `${part}\r\n--b--\r\n`],
  ["without parts", "multipart/form-data; boundary=b", ""],
  ["that is cut off in a part's head", "multipart/form-data; boundary=b", part.slice(0, 30)],
  ["that is cut off in its file", "multipart/form-data; boundary=b", part],
])("an upload %s is refused", async (_what, type, body) => {
  const answer = await send("PUT", `${somebody.product}/image`, body, type);

  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(/^(The upload cannot be read|file: is required)/);
});
