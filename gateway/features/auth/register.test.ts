import { ObjectId } from "mongodb";
import { beforeAll, expect, test } from "vitest";
import { aShownUser } from "#shared/testing/shown-records.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";

const tokens: Record<string, string> = {};
const gateway = setUpGateway();
beforeAll(async () => {
  for (const role of ["admin", "staff"] as const) tokens[role] = (await gateway.signIn(role)).token;
});

let nextPhone = 5_000_000_000;
const someone = (options: object = {}) => {
  nextPhone += 1;
  return { name: "New Person", phone: String(nextPhone), ...options };
};
const register = (by: string, body: object) =>
  gateway.request.post("/auth/register").set("authorization", `Bearer ${tokens[by]}`).send(body);
const stored = (phone: string) => gateway.stores.users.findOne({ phone });

test.each<[string, Role, number]>([
  ["admin", "admin", 200],
  ["admin", "staff", 200],
  ["admin", "customer", 200],
  ["staff", "admin", 403],
  ["staff", "staff", 403],
  ["staff", "customer", 200],
])("%s who adds a user with role %s gets %i", async (by, role, status) => {
  const input = someone({ role });

  const answer = await register(by, input);

  expect(answer.status).toBe(status);
  expect((await stored(input.phone))?.role).toBe(status === 200 ? role : undefined);
});

test("a new user is a customer unless said otherwise, and the answer is the new record", async () => {
  const input = someone({ name: "  Asha Rao ", email: "Asha@Example.test ", needDeposit: true });

  const { body } = await register("staff", input);

  expect(body).toEqual({
    success: true,
    user: aShownUser({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "Asha Rao",
      phone: input.phone,
      email: "asha@example.test",
      needDeposit: true,
      createdAt: expect.any(String),
    }),
  });
  const { deposits, cans } = gateway.stores;
  const _id = new ObjectId(`${body.user._id}`);
  expect([await deposits.findOne({ _id }), await cans.findOne({ _id })]).toMatchObject([
    { deposit: 0, rev: 0 },
    { totalCans: 0, current: [], rev: 0 },
  ]);
});

test.each<[string, () => Promise<object>, string]>([
  ["phone", async () => ({ phone: (await addPerson(gateway.parts)).phone }), "A user with this phone exists already"],
  [
    "email",
    async () => ({ email: (await addPerson(gateway.parts, { email: "taken@example.test" })).email.toUpperCase() }),
    "A user with this email exists already",
  ],
])("a %s that another user has is 409 and leaves no trace", async (_what, taken, error) => {
  const input = someone(await taken());
  const lines = () => gateway.stores.audit.countDocuments();
  const before = await lines();

  const answer = await register("admin", input);

  expect(answer.status).toBe(409);
  expect(answer.body).toEqual({ success: false, code: expect.any(String), error });
  expect(await lines()).toBe(before);
});

test("two users without an email may stand side by side", async () => {
  expect((await register("staff", someone({ email: "" }))).status).toBe(200);
  expect((await register("staff", someone())).status).toBe(200);
});

test("the audit says who added whom, from where, and hides the password", async () => {
  const { token, userId } = await gateway.signIn("admin");
  const input = someone({ role: "staff", email: "audited@example.test", password: "blue-kettle-94" });
  const { body } = await gateway.request.post("/auth/register").set("authorization", `Bearer ${token}`).send(input);

  const line = await gateway.stores.audit.findOne({ "record.id": body.user._id });

  expect(line).toMatchObject({
    verb: "user.added",
    actor: { kind: "operator", id: userId },
    from: expect.stringMatching(/127\.0\.0\.1|::1/),
    record: { collection: "users" },
    before: null,
    after: { phone: input.phone, role: "staff", password: "[hidden]" },
  });
});

test.each<[string, object, string]>([
  ["an unknown field", { isOwner: true }, "Unknown field: isOwner"],
  ["no name", { name: " " }, "name: is required"],
  ["nine digits", { phone: "987654321" }, "Invalid phone no"],
  ["a role that does not exist", { role: "owner" }, "role: "],
  ["an object in place of a name", { name: { $gt: "" } }, "name: "],
  ["an object in place of a phone", { phone: { $ne: null } }, "phone: "],
  [
    "a short password",
    { role: "staff", email: "short@example.test", password: "kQ7!vz0Lp2#" },
    "password: must be at least 12 characters",
  ],
  [
    "a common password",
    { role: "staff", email: "common@example.test", password: "password1234" },
    "password: is too easy to guess",
  ],
  [
    "a password like the name",
    { role: "staff", email: "own@example.test", password: "New Person 2026" },
    "password: is too easy to guess",
  ],
  ["a password without an email", { role: "staff", password: "blue-kettle-94" }, "email: is required with a password"],
  [
    "a customer's password",
    { email: "c@example.test", password: "blue-kettle-94" },
    "password: a customer cannot sign in",
  ],
])("%s is 400 and names what is wrong", async (_what, wrong, error) => {
  const answer = await register("admin", someone(wrong));

  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain(error);
});

test("staff cannot set a password", async () => {
  const answer = await register("staff", someone({ email: "s@example.test", password: "blue-kettle-94" }));

  expect(answer.status).toBe(403);
  expect(answer.body.error).toBe("Only an admin may set a password for somebody else");
});
