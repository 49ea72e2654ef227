import { beforeAll, expect, test } from "vitest";
import { setUpGateway } from "../testing/gateway-under-test.ts";

let bearer: string;
const gateway = setUpGateway({ limits: { signInPerMinute: 100_000 } });
beforeAll(async () => {
  bearer = `Bearer ${(await gateway.signIn()).token}`;
});

const post = (body: string | object, type = "application/json", path = "/auth/login") =>
  gateway.request.post(path).set("content-type", type).send(body);
const credentials = { phone: "9876543210", OTP: "1234" };

test.each<[string, string | object, string, number, string]>([
  ["cut-off JSON", '{"phone": "98', "application/json", 400, "Body is not valid JSON"],
  ["no JSON at all", "phone", "application/json", 400, "Body is not valid JSON"],
  ["a list", "[]", "application/json", 400, "expected object, received array"],
  ["nothing", "", "application/json", 400, "Body cannot be empty"],
  ["an empty object", {}, "application/json", 400, "phone: is required; OTP: is required"],
  ["an unknown field", { ...credentials, admin: true }, "application/json", 400, "Unknown field: admin"],
  ["XML", "<phone/>", "application/xml", 415, "The request's content type is not supported"],
  ["plain text", "phone", "text/plain", 415, "The request's content type is not supported"],
  [
    "a form",
    "phone=9876543210",
    "application/x-www-form-urlencoded",
    415,
    "The request's content type is not supported",
  ],
  [
    "two megabytes",
    { ...credentials, OTP: "1".repeat(2_097_152) },
    "application/json",
    413,
    "The request is too large",
  ],
  ["a prototype", '{"__proto__": {"admin": true}}', "application/json", 400, ""],
])("%s is refused in the envelope", async (_what, body, type, status, error) => {
  const answer = await post(body, type);

  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ success: false, code: expect.any(String), error: expect.stringContaining(error) });
});

test.each<[string, object]>([
  ["a phone", { phone: { $ne: null }, OTP: "1234" }],
  ["a code", { phone: "9876543210", OTP: { $gt: "" } }],
  ["an email", { email: { $gt: "" }, password: "12345678" }],
  ["a password", { email: "a@b.test", password: { $ne: "" } }],
])("an operator in place of %s is 400 and reads no store", async (_what, body) => {
  for (const path of ["/auth/check", "/auth/login"]) expect((await post(body, undefined, path)).status).toBe(400);
});

test.each(["serialNumber[$ne]=x", "serialNumber[$regex]=.*", "serialNumber=a&serialNumber=b", "serialNumber.$ne=x"])(
  "the query %s does not reach the database as an operator",
  async (query) => {
    const answer = await gateway.request
      .get(`/vending-machines/registered-vending-machine?${query}`)
      .set("authorization", bearer);

    expect(answer.status).toBe(400);
  },
);

test.each(["/auth/me", "/auth/me/"])("%s answers the same, slash or no slash", async (path) => {
  const answer = await gateway.request.get(path).set("authorization", bearer);

  expect(answer.status).toBe(200);
  expect(answer.body.user.role).toBe("admin");
});

test.each(["/auth/nobody", "/nothing", "/auth/me/further", "/"])("%s is no call: 404 in the envelope", async (path) => {
  for (const answer of [await gateway.request.get(path), await gateway.request.post(path).send({})]) {
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      success: false,
      code: expect.stringMatching(/^(missing|not-found)$/),
      error: "Not found",
    });
  }
});

test("a body where the method is wrong is 404, not a page", async () => {
  expect((await gateway.request.put("/auth/login").send(credentials)).status).toBe(404);
});
