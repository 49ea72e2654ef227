import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aDeletion } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpWatchers } from "../../testing/watcher.ts";
import { setUpDeletionFixture } from "./testing/deletion.fixture.ts";

const fixture = setUpDeletionFixture();
const watchers = setUpWatchers(fixture);
const customer = () => addPerson(fixture.parts, { role: "customer" });

describe("the customers' app requests it", () => {
  test("and is answered its request, once for each account that waits", async () => {
    const user = await customer();
    const key = randomUUID();

    const { status, body } = await fixture.send(user, key);

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        request: {
          _id: expect.any(String),
          UserPhoneNumber: user.phone,
          userId: `${user._id}`,
          requestTime: expect.any(String),
          requestProcessed: false,
          processedAt: null,
          rev: 0,
        },
      },
    ]);
    expect((await fixture.send(user, key)).body).toEqual(body);
    expect((await fixture.send(user)).body).toEqual(body);
    const line = await fixture.stores.audit.findOne({ "record.id": body.request._id });
    expect(line).toMatchObject({ verb: "accountDeletion.added", actor: { kind: "intake", id: fixture.keyId } });
    const kept = await fixture.stores.idempotencyKeys.findOne({ _id: `${fixture.keyId}:${key}` });
    expect(JSON.stringify([line, kept])).not.toContain(user.phone);
  });

  test("ten times at once, and one request waits", async () => {
    const user = await customer();

    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.send(user)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.request._id)).size).toBe(1);
    expect(await fixture.stores.accountDeletions.countDocuments({ user: user._id })).toBe(1);
  });

  test.each([
    ["a phone that nobody has", { phone: "5000000000" }, 404, "There is no user with this phone"],
    ["no phone", { phone: "12" }, 400, "Invalid phone no"],
    ["more than it may", { phone: "5000000000", why: "" }, 400, "Unknown field: why"],
  ])("%s is refused", async (_words, body, status, error) => {
    const refused = await fixture.intake("/intake/account-deletion", body);
    expect([refused.status, refused.body]).toEqual([status, { success: false, code: expect.any(String), error }]);
  });
});

describe("the list", () => {
  test("answers fifty a page, the newest first, with the phone as it is now", async () => {
    const user = await customer();
    const first = Date.UTC(2035, 0, 1);
    await fixture.stores.accountDeletions.insertMany(
      Array.from({ length: 51 }, (_, at) =>
        aDeletion(user._id, {
          requestTime: new Date(first + at),
          processedAt: at === 50 ? null : new Date(first + at),
        }),
      ),
    );
    await fixture.stores.users.updateOne({ _id: user._id }, { $set: { phone: "5111111111" } });

    const one = (await fixture.staff.get("/account-deletion/all?page=1&latest=true")).body;
    const two = (await fixture.staff.get("/account-deletion/all?page=2&latest=true")).body;
    const old = (await fixture.staff.get("/account-deletion/all?page=1&latest=false")).body;

    expect([one.requests.length, one.activePage, one.pageList, one.pages]).toEqual([
      50,
      1,
      expect.any(Array),
      two.pages,
    ]);
    expect(one.requests[0]).toMatchObject({ requestTime: new Date(first + 50).toISOString(), requestProcessed: false });
    expect(one.requests[1]).toMatchObject({ requestProcessed: true, UserPhoneNumber: "5111111111" });
    expect(two.requests[0].requestTime).toBe(new Date(first).toISOString());
    expect(old.requests[0].requestTime < one.requests[0].requestTime).toBe(true);
    expect((await fixture.staff.get("/account-deletion/all?page=0")).status).toBe(400);
  });

  test("receives a request the moment it is stored, without a phone", async () => {
    const user = await customer();
    const watcher = await watchers.watchAs(["accountDeletions"]);

    await fixture.send(user);

    await eventually(() => {
      const published = watcher.heard.filter(({ name }) => name === "accountDeletion.changed");
      expect(published).toMatchObject([
        { payload: { view: { userId: `${user._id}`, requestProcessed: false, rev: 0 } } },
      ]);
      expect(JSON.stringify(published)).not.toContain(user.phone);
    });
  });
});

test("those that wait are listed alone, the oldest first, with their phone", async () => {
  await fixture.stores.accountDeletions.deleteMany({});
  const [first, later, gone] = [await customer(), await customer(), await customer()];
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await fixture.stores.accountDeletions.insertMany([
    aDeletion(later._id, { requestTime: ago(1) }),
    aDeletion(first._id, { requestTime: ago(2) }),
    aDeletion(gone._id, { requestTime: ago(3), processedAt: ago(1) }),
  ]);

  const { body } = await fixture.staff.get("/account-deletion/waiting");

  expect(body).toMatchObject({ total: 2, asOf: expect.any(String) });
  const phones = body.requests.map(({ UserPhoneNumber }: { UserPhoneNumber: string }) => UserPhoneNumber);
  expect(phones).toEqual([first.phone, later.phone]);
});

test("a request whose account was gone before is processed with its line in the audit", async () => {
  const { _id } = await addPerson(fixture.parts, { role: "customer", deletedAt: new Date() });
  const request = aDeletion(_id);
  await fixture.stores.accountDeletions.insertOne(request);
  const path = `/account-deletion/${request._id}`;
  const { standing } = (await fixture.admin.get(path)).body;

  expect((await fixture.admin.post(path, { standing })).body.request).toMatchObject({ requestProcessed: true });

  const lines = await fixture.stores.audit.find({ "record.id": `${request._id}` }).toArray();
  expect(lines.map(({ verb, actor }) => [verb, actor.id])).toEqual([
    ["accountDeletion.processed", fixture.admin.userId],
  ]);
});
