import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aDeletion } from "#shared/runtime/testing/stored-records.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpWatchers } from "../../testing/watcher.ts";
import { setUpDeletionBench } from "./testing/deletion-bench.ts";

const bench = setUpDeletionBench();
const watchers = setUpWatchers(bench);
const customer = () => addPerson(bench.parts, { role: "customer" });

describe("the customers' app asks", () => {
  test("and is answered its request, once for each account that waits", async () => {
    const user = await customer();
    const key = randomUUID();

    const { status, body } = await bench.ask(user, key);

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
    expect((await bench.ask(user, key)).body).toEqual(body);
    expect((await bench.ask(user)).body).toEqual(body);
    const line = await bench.stores.audit.findOne({ "record.id": body.request._id });
    expect(line).toMatchObject({ verb: "accountDeletion.added", actor: { kind: "intake", id: bench.keyId } });
    const kept = await bench.stores.idempotencyKeys.findOne({ _id: `${bench.keyId}:${key}` });
    expect(JSON.stringify([line, kept])).not.toContain(user.phone);
  });

  test("ten times at once, and one request waits", async () => {
    const user = await customer();

    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.ask(user)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.request._id)).size).toBe(1);
    expect(await bench.stores.accountDeletions.countDocuments({ user: user._id })).toBe(1);
  });

  test.each([
    ["a phone that nobody has", { phone: "5000000000" }, 404, "There is no user with this phone"],
    ["no phone", { phone: "12" }, 400, "Invalid phone no"],
    ["more than it may", { phone: "5000000000", why: "" }, 400, "Unknown field: why"],
  ])("%s is refused", async (_words, body, status, error) => {
    const refused = await bench.intake("/intake/account-deletion", body);
    expect([refused.status, refused.body]).toEqual([status, { success: false, error }]);
  });
});

describe("the list", () => {
  test("answers fifty a page, the newest first, with the phone as it is now", async () => {
    const user = await customer();
    const first = Date.UTC(2035, 0, 1);
    await bench.stores.accountDeletions.insertMany(
      Array.from({ length: 51 }, (_, at) =>
        aDeletion(user._id, {
          requestTime: new Date(first + at),
          processedAt: at === 50 ? null : new Date(first + at),
        }),
      ),
    );
    await bench.stores.users.updateOne({ _id: user._id }, { $set: { phone: "5111111111" } });

    const one = (await bench.staff.get("/account-deletion/all?page=1&latest=true")).body;
    const two = (await bench.staff.get("/account-deletion/all?page=2&latest=true")).body;
    const old = (await bench.staff.get("/account-deletion/all?page=1&latest=false")).body;

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
    expect((await bench.staff.get("/account-deletion/all?page=0")).status).toBe(400);
  });

  test("is told of a request the moment it comes, without a phone", async () => {
    const user = await customer();
    const watcher = await watchers.watchAs(["accountDeletions"]);

    await bench.ask(user);

    await eventually(() => {
      const told = watcher.heard.filter(({ name }) => name === "accountDeletion.changed");
      expect(told).toMatchObject([{ payload: { view: { userId: `${user._id}`, requestProcessed: false, rev: 0 } } }]);
      expect(JSON.stringify(told)).not.toContain(user.phone);
    });
  });
});
