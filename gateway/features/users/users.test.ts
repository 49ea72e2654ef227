import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { aShownUser } from "#shared/testing/shown-records.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { gatewayOfTest, setUpGateway } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway, "staff");
const admin = setUpOperator(gateway, "admin");

const customer = (options: Partial<UserDocument> = {}) => addPerson(gateway.parts, { role: "customer", ...options });
const change = (by: SignedInOperator, { _id }: Pick<UserDocument, "_id">, body: object) =>
  by.put(`/users/${_id}`, body);

describe("the list of users", () => {
  test("has ten a page, the newest first, and says how many there are; no password is sent", async () => {
    const added = Date.UTC(2030, 0, 1);
    const people: UserDocument[] = [];
    for (let at = 0; at < 12; at += 1) {
      people.push(await customer({ createdAt: new Date(added + at), password: "salt:hash" }));
    }
    const newest = people.map(({ _id }) => `${_id}`).reverse();

    const first = (await staff.get("/users/all?page=1&latest=true")).body;
    const second = (await staff.get("/users/all?page=2")).body;

    expect(first.users.map(({ _id }: { _id: string }) => _id)).toEqual(newest.slice(0, 10));
    expect(second.users.map(({ _id }: { _id: string }) => _id).slice(0, 2)).toEqual(newest.slice(10));
    expect(first).toMatchObject({ activePage: 1, currentPage: 1, total: await gateway.stores.users.countDocuments() });
    expect(first.pages).toBe(Math.ceil(first.total / 10));
    expect(JSON.stringify(first)).not.toContain("hash");
  });

  test("is filtered by role, by the whole phone and by the whole email in any letters", async () => {
    const wanted = await customer({ email: "exact.one@example.in" });

    for (const query of [`phone=${wanted.phone}`, "email=Exact.One@example.in"]) {
      const { body } = await staff.get(`/users/all?${query}`);
      expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual([`${wanted._id}`]);
    }
    const admins = (await staff.get("/users/all?role=admin")).body.users as { role: string }[];
    expect(new Set(admins.map(({ role }) => role))).toEqual(new Set(["admin"]));
  });

  test.each([
    ["page=0", "page: must be at least 1"],
    ["page=x", "page: must be a number"],
    ["sort=password", "sort: must be one of createdAt, -createdAt"],
  ])("refuses %s", async (query, error) => {
    const { status, body } = await staff.get(`/users/all?${query}`);
    expect([status, body.error]).toEqual([400, error]);
  });
});

describe("the search", () => {
  test("finds by how phone and email begin, and by both together", async () => {
    const [one, two] = [
      await customer({ phone: "5550000001", email: "asha@example.in" }),
      await customer({ phone: "5550000002", email: "babu@example.in" }),
    ];
    const found = async (query: string) =>
      (await staff.get(`/users?${query}`)).body.data.map(({ _id }: { _id: string }) => _id);

    expect(await found("phone=55500")).toEqual([`${one._id}`, `${two._id}`]);
    expect(await found("email=ASHA")).toEqual([`${one._id}`]);
    expect(await found("phone=5550000002&email=babu")).toEqual([`${two._id}`]);
    expect(await found("phone=5550000001&email=babu")).toEqual([]);
    expect(await found("phone=.*")).toEqual([]);
  });

  test("answers fifty at most", async () => {
    const { body } = await staff.get("/users");
    expect(body.data.length).toBeLessThanOrEqual(50);
  });
});

describe("one user", () => {
  test("is read with deposit, penalties and note, all empty before anything happened", async () => {
    const user = await customer({ name: "Anu" });

    const { status, body } = await staff.get(`/users/${user._id}/all`);

    expect(status).toBe(200);
    expect(body.data).toEqual({
      user: aShownUser({
        _id: `${user._id}`,
        name: "Anu",
        phone: user.phone,
        createdAt: user.createdAt.toISOString(),
      }),
      deposit: {
        _id: `${user._id}`,
        deposit: 0,
        securityDeposit: 0,
        depositBought: 0,
        depositUsed: 0,
        freeDeposit: 0,
        collectSecurityDeposit: false,
        receivedFreeDeposit: false,
        rev: 0,
      },
      cans: { _id: `${user._id}`, totalCans: 0, cansLimit: 0, openedCans: 0, current: { vendingMachines: [] }, rev: 0 },
      penalties: [],
      note: { _id: `${user._id}`, note: "", author: "", updatedAt: null, rev: 0 },
    });
  });

  test("who does not exist is 404, and a malformed id 400", async () => {
    const id = new ObjectId();
    expect((await staff.get(`/users/${id}/all`)).body.error).toBe(`There is no user ${id}`);
    expect((await staff.get("/users/12/all")).status).toBe(400);
    expect((await change(staff, { _id: id }, { name: "A" })).status).toBe(404);
  });

  test("is edited, with an audit line; what does not change raises nothing", async () => {
    const user = await customer();

    const { status, body } = await change(staff, user, { name: " Anu P ", needDeposit: true, suspend: true, rev: 0 });
    const again = await change(staff, user, { name: "Anu P", rev: 1 });

    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ name: "Anu P", needDeposit: true, suspend: true, rev: 1 }),
    ]);
    expect(again.body.data.rev).toBe(1);
    const lines = await gateway.stores.audit.find({ "record.id": `${user._id}` }).toArray();
    expect(lines.map(({ verb, actor }) => [verb, actor.id])).toEqual([["user.changed", staff.userId]]);
  });

  test("edited from a stale page is 409 and returns the user as it is", async () => {
    const user = await customer();
    await change(staff, user, { name: "First", rev: 0 });

    const { status, body } = await change(admin, user, { name: "Second", rev: 0 });

    expect([status, body.error]).toEqual([409, "This user was changed by somebody else meanwhile"]);
    expect(body.data).toMatchObject({ name: "First", rev: 1 });
  });

  test.each([
    [{ name: "" }, "name: is required"],
    [{ phone: "12" }, "Invalid phone no"],
    [{ email: "no address" }, "email: must be an email address"],
    [{ role: "owner" }, "role: must be one of admin, staff, customer"],
    [{ suspend: "yes" }, "suspend: expected boolean, received string"],
    [{ password: "a secret of mine" }, "Unknown field: password"],
  ])("%j is refused", async (body, error) => {
    const answer = await change(staff, await customer(), body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test("a phone or an email that another has is refused in its index's words", async () => {
    const [one, two] = [await customer({ email: "taken@example.in" }), await customer()];

    const phone = await change(admin, two, { phone: one.phone });
    const email = await change(staff, two, { email: "Taken@example.in" });

    expect([phone.status, phone.body.error]).toEqual([409, "A user with this phone exists already"]);
    expect([email.status, email.body.error]).toEqual([409, "A user with this email exists already"]);
  });

  test("staff edit no admin and no role, nobody suspends themselves, and a password keeps its email", async () => {
    const boss = await addPerson(gateway.parts, { role: "admin" });
    const signer = await addPerson(gateway.parts, { role: "staff", email: "signer@example.in", password: "salt:hash" });

    const refusals = [
      await change(staff, boss, { name: "B" }),
      await change(staff, await customer(), { role: "staff" }),
      await change(staff, { _id: staff.userId }, { suspend: true }),
      await change(admin, signer, { email: "" }),
    ];

    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
      [403, "Only an admin may edit an admin"],
      [403, "Only an admin may grant a role or make staff"],
      [403, "Nobody suspends himself"],
      [400, "email: is required with a password"],
    ]);
  });

  test("staff do not become a colleague by giving them another phone, suspend none, and let in none", async () => {
    const colleague = await addPerson(gateway.parts, { role: "staff" });
    const gone = await addPerson(gateway.parts, { role: "staff", suspend: true });
    const other = await addPerson(gateway.parts, { role: "staff" });
    const requests = (by: SignedInOperator) => [
      change(by, colleague, { phone: "8111111111" }),
      change(by, colleague, { email: "mine@example.in" }),
      change(by, gone, { suspend: false }),
      change(by, other, { suspend: true }),
    ];

    const refused = await Promise.all(requests(staff));
    const same = await change(staff, colleague, { name: "Renamed", phone: colleague.phone, suspend: false });
    const allowed = await Promise.all(requests(admin));

    const why = "Only an admin may change how another operator signs in, suspend one or let one in again";
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(refused.map(() => [403, why]));
    expect(same.status).toBe(200);
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

test("of two admins who take each other's rights at once, one stays", async () => {
  const alone = await gatewayOfTest();
  const [one, two] = [await signedInAt(alone, "admin"), await signedInAt(alone, "admin")];
  const { users } = alone.parts.mongo.collections;
  await users.deleteMany({ _id: { $nin: [one.userId, two.userId] } });
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      one.put(`/users/${two.userId}`, { suspend: true }),
      two.put(`/users/${one.userId}`, { suspend: true }),
    ]);
    const left = await users.countDocuments({ role: "admin", suspend: false });

    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(left).toBeGreaterThan(0);
    await users.updateMany({}, { $set: { suspend: false } });
  }
});
