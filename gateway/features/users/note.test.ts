import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const staff = setUpOperator(gateway, "staff");
const admin = setUpOperator(gateway, "admin");

const customer = () => addPerson(gateway.parts, { role: "customer" });

describe("the note", () => {
  test("is written down with its author and time, over the rev that was seen", async () => {
    const user = await customer();

    const first = await staff.put(`/users/${user._id}/note`, { note: " called twice\nwill pay ", rev: 0 });
    const stale = await admin.put(`/users/${user._id}/note`, { note: "another", rev: 0 });

    expect(first.body.note).toEqual({
      _id: `${user._id}`,
      note: "called twice\nwill pay",
      author: "Test staff",
      updatedAt: expect.any(String),
      rev: 1,
    });
    expect([stale.status, stale.body.note.note]).toEqual([409, "called twice\nwill pay"]);
    expect((await staff.get(`/users/${user._id}/all`)).body.data.note).toEqual(first.body.note);
  });

  test("two first notes at once leave one, and the other is refused", async () => {
    const user = await customer();

    const answers = await Promise.all(
      ["one", "two"].map((note) => staff.put(`/users/${user._id}/note`, { note, rev: 0 })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("of nobody is 404, and one that is too long 400", async () => {
    const id = new ObjectId();
    expect((await staff.put(`/users/${id}/note`, { note: "a" })).status).toBe(404);
    expect(await gateway.stores.notes.countDocuments({ _id: id })).toBe(0);
    const long = await staff.put(`/users/${(await customer())._id}/note`, { note: "a".repeat(4_001) });
    expect(long.body.error).toBe("note: must be at most 4000 characters");
  });
});
